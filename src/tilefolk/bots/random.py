"""Any legal action, each as likely as the other."""

from random import Random

from tilefolk.core.notation import Action
from tilefolk.core.play import Sight


def random(sight: Sight, stream: Random) -> Action:
    return sight.legal[stream.randrange(len(sight.legal))]
