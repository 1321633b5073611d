"""Home Assistant with its MQTT integration alone. Its own Python runs this, in the Debian.

    python inside.py FOLDER PORT AUTOMATIONS

Every change of a state, every event of an entity, and every log record of a warning or worse, is a
line of JSON. A line of JSON that it reads is a service to call: `[DOMAIN, SERVICE, DATA]`.
AUTOMATIONS is a file with what belongs under `automation:` in its configuration, as YAML.
"""

import asyncio
import json
import logging
import sys
import threading
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from homeassistant import (  # type: ignore[import-not-found]
    auth,
    bootstrap,
    config_entries,
    core,
    loader,
    setup,
)
from homeassistant.components.device_automation import (  # type: ignore[import-not-found]
    DeviceAutomationType,
    async_get_device_automations,
)
from homeassistant.helpers import device_registry  # type: ignore[import-not-found]


def _say(**said: Any) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


class _Warnings(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        _say(warning=self.format(record))


def _changed(event: Any) -> None:
    state = event.data["new_state"]
    _say(
        entity=event.data["entity_id"],
        state=None if state is None else state.state,
        attributes={}
        if state is None
        else json.loads(json.dumps(dict(state.attributes), default=str)),
    )


_OTHER = {"set_client_cert": False, "set_ca_cert": "off", "transport": "tcp"}
"""What its dialogue fills in where nothing is chosen."""


async def _describe(hass: Any) -> None:
    """Say what is known of the device and its triggers."""
    kind = DeviceAutomationType.TRIGGER
    (entry,) = hass.config_entries.async_entries("mqtt")
    registry = device_registry.async_get(hass)
    for device in device_registry.async_entries_for_config_entry(registry, entry.entry_id):
        found = await async_get_device_automations(hass, kind, [device.id])
        triggers = [one["type"] for one in found[device.id] if one["domain"] == "mqtt"]
        _say(
            device=device.name,
            model=device.model,
            maker=device.manufacturer,
            url=device.configuration_url,
            triggers=triggers,
        )


async def _call(hass: Any, domain: str, service: str, data: Any) -> None:
    if domain == "describe":
        await _describe(hass)
    else:
        await hass.services.async_call(domain, service, data, blocking=True)


def _obey(hass: Any) -> None:
    """Call the services that are asked for, line by line."""
    for line in sys.stdin:
        asyncio.run_coroutine_threadsafe(_call(hass, *json.loads(line)), hass.loop).result()


async def _main(folder: str, port: int, automations: str) -> None:
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
    wanted = yaml.safe_load(Path(automations).read_text(encoding="utf-8"))
    _say(automations=await setup.async_setup_component(hass, "automation", {"automation": wanted}))
    threading.Thread(target=_obey, args=(hass,), daemon=True).start()
    await asyncio.Event().wait()


asyncio.run(_main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
