"""What teaches a game: guided first matches and rules with pictures."""

from tilefolk.server.http.teaching import guides_api, rules_api

ROUTERS = (guides_api.router, rules_api.router)
