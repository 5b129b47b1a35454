"""All routers of the HTTP interface."""

from tilefolk.server.http.calls import (
    campaign_api,
    chapters_api,
    matches_api,
    operator_api,
    people_api,
    reminders_api,
    series_api,
    site_api,
    tables_api,
    talk_api,
    teaching,
)

ROUTERS = (
    site_api.router,
    tables_api.router,
    matches_api.router,
    people_api.router,
    chapters_api.router,
    series_api.router,
    campaign_api.router,
    reminders_api.router,
    talk_api.router,
    *teaching.ROUTERS,
    operator_api.enter_router,
    operator_api.router,
)
