"""Time at tables: the site clock, deadlines, stand-ins for those who are late, own pace over weeks."""
