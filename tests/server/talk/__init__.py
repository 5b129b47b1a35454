"""Table talk: who may say what and how often, who may stop it, and that nothing said is lost or doubled."""
