"""What teaches a game: guided first matches, rules with pictures, the coach."""

from tilefolk.server.http.calls.teaching import coach_api, guides_api, rules_api

ROUTERS = (coach_api.router, guides_api.router, rules_api.router)
