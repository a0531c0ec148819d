"""What the desk itself tells: the bodies of its notices, by subject.

The desk imports this package as a whole (`from gm.desk import notices as said`) and writes `said.Refused(...)`.
"""

from gm.desk.notices.answers import *
from gm.desk.notices.messages import *
from gm.desk.notices.operator import *
from gm.desk.notices.people import *
from gm.desk.notices.phases import *
from gm.desk.notices.settings import *
from gm.desk.notices.time import *
