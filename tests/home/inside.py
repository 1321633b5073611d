"""Home Assistant with its MQTT integration alone. Its own Python runs this, in the Debian.

    python inside.py FOLDER PORT

Every change of a state, and every log record of a warning or worse, is a line of JSON.
"""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

from homeassistant import (  # type: ignore[import-not-found]
    auth,
    bootstrap,
    config_entries,
    core,
    loader,
)


def _say(**said: Any) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


class _Warnings(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        _say(warning=self.format(record))


def _changed(event: Any) -> None:
    state = event.data["new_state"]
    _say(entity=event.data["entity_id"], state=None if state is None else state.state)


_OTHER = {"set_client_cert": False, "set_ca_cert": "off", "transport": "tcp"}
"""What its dialogue fills in where nothing is chosen."""


async def _main(folder: str, port: int) -> None:
    logging.getLogger().addHandler(_Warnings(logging.WARNING))
    Path(folder, "configuration.yaml").touch()
    hass = core.HomeAssistant(folder)
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth.auth_manager_from_config(hass, [], [])
    hass.set_state(core.CoreState.running)
    hass.bus.async_listen("state_changed", core.callback(_changed))
    flow = await hass.config_entries.flow.async_init("mqtt", context={"source": "user"})
    given = {"broker": "127.0.0.1", "port": port, "other_settings": _OTHER}
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], given)
    _say(flow=str(flow["type"]), errors=str(flow.get("errors")))
    await asyncio.Event().wait()


asyncio.run(_main(sys.argv[1], int(sys.argv[2])))
