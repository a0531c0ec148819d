BEGIN TRANSACTION;
CREATE TABLE addresses (
    address text not null, game text not null, seat text not null, primary key (address, game, seat)
) without rowid;
INSERT INTO "addresses" VALUES('bob@example.com','spring','ENGLAND');
INSERT INTO "addresses" VALUES('alice@example.com','spring','FRANCE');
CREATE TABLE bounces (
    id integer primary key, outbox integer not null, game text not null, reader text not null,
    recipient text not null, at text not null, hard integer not null, said text not null
);
CREATE TABLE buckets (address text primary key, level real not null, at text not null);
INSERT INTO "buckets" VALUES('eve@example.net',29.0,'2026-01-07T21:00:00Z');
INSERT INTO "buckets" VALUES('(strangers)',299.0,'2026-01-07T21:00:00Z');
CREATE TABLE disclosed (
    id integer primary key, game text not null, n integer not null, at text not null, kind text not null,
    body text not null
);
INSERT INTO "disclosed" VALUES(1,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"AUSTRIA","what":"taxes"}');
INSERT INTO "disclosed" VALUES(2,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"ENGLAND","what":"taxes"}');
INSERT INTO "disclosed" VALUES(3,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"FRANCE","what":"taxes"}');
INSERT INTO "disclosed" VALUES(4,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"GERMANY","what":"taxes"}');
INSERT INTO "disclosed" VALUES(5,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"ITALY","what":"taxes"}');
INSERT INTO "disclosed" VALUES(6,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["62 AgP for 4 centres"],"phase":"S1901M","power":"RUSSIA","what":"taxes"}');
INSERT INTO "disclosed" VALUES(7,'spring',1,'2026-01-05T18:00:00Z','actrecord','{"lines":["48 AgP for 3 centres"],"phase":"S1901M","power":"TURKEY","what":"taxes"}');
INSERT INTO "disclosed" VALUES(8,'spring',1,'2026-01-05T18:00:00Z','position','{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}');
INSERT INTO "disclosed" VALUES(9,'spring',1,'2026-01-05T18:00:00Z','leaf','{"leaf":"9c3637cc84c8b292d8b6a57b1ad61f4646e68fc50198857011de5b7a3b3757ae","salt":"b9a27150a016adae415c941fffc12c47","text":"2026-01-05T18:00:00Z\nopen\ntold ff6acdf762f604c14d97e8680fb8fa7a5e072c77f3953e12d70bf8cecbc8f874\nkey f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1\nseed 043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89\nrules payola\nseat AUSTRIA Austria\nseat ENGLAND England\nseat FRANCE France\nseat GERMANY Germany\nseat ITALY Italy\nseat RUSSIA Russia\nseat TURKEY Turkey\nentry 199531d65628e2cf7c62c6889a7b09d8f98ab35716d829929652c0bad5845aee"}');
INSERT INTO "disclosed" VALUES(10,'spring',2,'2026-01-05T19:00:00Z','actrecord','{"lines":["ACCEPT FAEGIRT"],"phase":"S1901M","power":"FRANCE","what":"acceptance list"}');
INSERT INTO "disclosed" VALUES(11,'spring',2,'2026-01-05T19:00:00Z','actrecord','{"lines":["4 : A PAR - BUR","2 : F BRE - MAO"],"phase":"S1901M","power":"FRANCE","what":"offers filed"}');
INSERT INTO "disclosed" VALUES(12,'spring',2,'2026-01-05T19:00:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"7404c15978b5334f20801b810d054a46","seal":"8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78","seat":"FRANCE","text":"ACCEPT FAEGIRT\n4 : A PAR - BUR\n2 : F BRE - MAO"}');
INSERT INTO "disclosed" VALUES(13,'spring',2,'2026-01-05T19:00:00Z','leaf','{"leaf":"0df3050197e899a577368e7b81ba8164d33e31b04f1197153612079feb6ac18d","salt":"e7ebf8c3ef941e59f44b1b5d92702901","text":"2026-01-05T19:00:00Z\nletter\nsealed S1901M FRANCE 8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78\nfiled S1901M FRANCE 8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78\ntold c14a430d8de0630a9cb8bd25cdbc74b505204a94fe0113f63d7ea674e99f2881\nentry 30d89647c024866aba91b75c12a5344ced9e918936a2f5c43c3d111e55b00d80"}');
INSERT INTO "disclosed" VALUES(14,'spring',3,'2026-01-05T20:00:00Z','actrecord','{"lines":["ACCEPT FAEGIRT"],"phase":"S1901M","power":"ENGLAND","what":"acceptance list"}');
INSERT INTO "disclosed" VALUES(15,'spring',3,'2026-01-05T20:00:00Z','actrecord','{"lines":["3 : F LON - NTH"],"phase":"S1901M","power":"ENGLAND","what":"offers filed"}');
INSERT INTO "disclosed" VALUES(16,'spring',3,'2026-01-05T20:00:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"12102415d49bf7267178b20fccceaa1b","seal":"591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083","seat":"ENGLAND","text":"ACCEPT FAEGIRT\n3 : F LON - NTH"}');
INSERT INTO "disclosed" VALUES(17,'spring',3,'2026-01-05T20:00:00Z','leaf','{"leaf":"46f11b32516acfc1c08769aca5121ff151cce342e915a603675fcde22f207810","salt":"c2bd25f3d4d9d5332278233e1fa969e9","text":"2026-01-05T20:00:00Z\nletter\nsealed S1901M ENGLAND 591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083\nfiled S1901M ENGLAND 591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083\ntold 12cf36bd54bbb80e479494b10b0d17fc0919e6d3c18a1316aa4152581ff44839\nentry 8ae7ab45bac74ec7ea2f7a487b444d2bf91b5f8ad784c0ec2f45b56311f0259d"}');
INSERT INTO "disclosed" VALUES(18,'spring',4,'2026-01-05T20:30:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"e54d337e2ce9d0db86a4d7e5d96a1a33","seal":"6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da","seat":"AUSTRIA","text":"(nothing)"}');
INSERT INTO "disclosed" VALUES(19,'spring',4,'2026-01-05T20:30:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"54caf96394635767dc4aa1414ff87031","seal":"9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc","seat":"GERMANY","text":"(nothing)"}');
INSERT INTO "disclosed" VALUES(20,'spring',4,'2026-01-05T20:30:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"995fd8914c1ed1be3b0f035b2e321681","seal":"140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc","seat":"ITALY","text":"(nothing)"}');
INSERT INTO "disclosed" VALUES(21,'spring',4,'2026-01-05T20:30:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"35407d0ac3e70cbe9a7246822a61fa50","seal":"a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69","seat":"RUSSIA","text":"(nothing)"}');
INSERT INTO "disclosed" VALUES(22,'spring',4,'2026-01-05T20:30:00Z','opening','{"about":"","form":2,"phase":"S1901M","salt":"9cec1bcc90785b7b831283515b0cd24a","seal":"f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11","seat":"TURKEY","text":"(nothing)"}');
INSERT INTO "disclosed" VALUES(23,'spring',4,'2026-01-05T20:30:00Z','phaserecord','{"phase":"S1901M","sheets":[{"acceptance":"AEFGIRT","balance":48,"before":48,"bids":[["0 : A BUD H",0,0,true],["0 : F TRI H",0,0,true],["0 : A VIE H",0,0,true]],"lines":[],"power":"AUSTRIA","reductions":0,"saved":0,"spent":0},{"acceptance":"FAEGIRT","balance":45,"before":48,"bids":[["3 : F LON - NTH",3,3,true],["0 : F EDI H",0,0,true],["0 : A LVP H",0,0,true]],"lines":["3 : F LON - NTH"],"power":"ENGLAND","reductions":0,"saved":0,"spent":3},{"acceptance":"FAEGIRT","balance":42,"before":48,"bids":[["4 : A PAR - BUR",4,4,true],["2 : F BRE - MAO",2,2,true],["0 : A MAR H",0,0,true]],"lines":["4 : A PAR - BUR","2 : F BRE - MAO"],"power":"FRANCE","reductions":0,"saved":0,"spent":6},{"acceptance":"GAEFIRT","balance":48,"before":48,"bids":[["0 : A BER H",0,0,true],["0 : F KIE H",0,0,true],["0 : A MUN H",0,0,true]],"lines":[],"power":"GERMANY","reductions":0,"saved":0,"spent":0},{"acceptance":"IAEFGRT","balance":48,"before":48,"bids":[["0 : F NAP H",0,0,true],["0 : A ROM H",0,0,true],["0 : A VEN H",0,0,true]],"lines":[],"power":"ITALY","reductions":0,"saved":0,"spent":0},{"acceptance":"RAEFGIT","balance":62,"before":62,"bids":[["0 : A MOS H",0,0,true],["0 : F SEV H",0,0,true],["0 : F STP/SC H",0,0,true],["0 : A WAR H",0,0,true]],"lines":[],"power":"RUSSIA","reductions":0,"saved":0,"spent":0},{"acceptance":"TAEFGIR","balance":48,"before":48,"bids":[["0 : F ANK H",0,0,true],["0 : A CON H",0,0,true],["0 : A SMY H",0,0,true]],"lines":[],"power":"TURKEY","reductions":0,"saved":0,"spent":0}],"title":"Spring 1901","units":[{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"AUSTRIA","unit":"A BUD","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"AUSTRIA","unit":"F TRI","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"AUSTRIA","unit":"A VIE","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"ENGLAND","unit":"F EDI","why":"the only order it was offered"},{"candidates":[["- NTH",3,3]],"chosen":"- NTH","payers":[["ENGLAND",3]],"power":"ENGLAND","unit":"F LON","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"ENGLAND","unit":"A LVP","why":"the only order it was offered"},{"candidates":[["- MAO",2,2]],"chosen":"- MAO","payers":[["FRANCE",2]],"power":"FRANCE","unit":"F BRE","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"FRANCE","unit":"A MAR","why":"the only order it was offered"},{"candidates":[["- BUR",4,4]],"chosen":"- BUR","payers":[["FRANCE",4]],"power":"FRANCE","unit":"A PAR","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"GERMANY","unit":"A BER","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"GERMANY","unit":"F KIE","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"GERMANY","unit":"A MUN","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"ITALY","unit":"F NAP","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"ITALY","unit":"A ROM","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"ITALY","unit":"A VEN","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"RUSSIA","unit":"A MOS","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"RUSSIA","unit":"F SEV","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"RUSSIA","unit":"F STP/SC","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"RUSSIA","unit":"A WAR","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"TURKEY","unit":"F ANK","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"TURKEY","unit":"A CON","why":"the only order it was offered"},{"candidates":[["H",0,0]],"chosen":"H","payers":[],"power":"TURKEY","unit":"A SMY","why":"the only order it was offered"}]}');
INSERT INTO "disclosed" VALUES(24,'spring',4,'2026-01-05T20:30:00Z','early','{"phase":"Spring 1901"}');
INSERT INTO "disclosed" VALUES(25,'spring',4,'2026-01-05T20:30:00Z','moves','{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}');
INSERT INTO "disclosed" VALUES(26,'spring',4,'2026-01-05T20:30:00Z','position','{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}');
INSERT INTO "disclosed" VALUES(27,'spring',4,'2026-01-05T20:30:00Z','seals','{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}');
INSERT INTO "disclosed" VALUES(28,'spring',4,'2026-01-05T20:30:00Z','leaf','{"leaf":"f4331e2aac9bcc5b93abfbbdf850b5d1f411c709700b8ca4eb3fe0f16aad9539","salt":"b4debaaee8ea0d2136b865b33a80ffd9","text":"2026-01-05T20:30:00Z\ntime\nsealed S1901M AUSTRIA 6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da\nsealed S1901M GERMANY 9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc\nsealed S1901M ITALY 140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc\nsealed S1901M RUSSIA a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69\nsealed S1901M TURKEY f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11\njudged S1901M\ntold 22849811ff23c7a014ca9713641aabfc2c5968bede7459fc5fb7d405a0d57892\nentry e09e8b8b1f7de883593667f6d4b680e9015079f65d4428fb930b678b35addfac"}');
INSERT INTO "disclosed" VALUES(29,'spring',5,'2026-01-05T21:00:00Z','actrecord','{"lines":["TRANSFER 1 TO ENGLAND"],"phase":"F1901M","power":"FRANCE","what":"transfer"}');
INSERT INTO "disclosed" VALUES(30,'spring',5,'2026-01-05T21:00:00Z','leaf','{"leaf":"b155c9b583ef7772e1da9eb78da2f2515f9896ee3c15c54406e494a651d916cb","salt":"cab7ce8c0156856108b01a0073eba00e","text":"2026-01-05T21:00:00Z\nletter\ntold 6f8ab097805b5806b4de8b1a00e23084d2afaf87c33b2801d1ed0a4fe185d9ac\nentry 90bd802b9936f371ae3a4d60ddc724f5a97eb384d1dd8e4e93d8ad2861d3d17d"}');
INSERT INTO "disclosed" VALUES(31,'spring',6,'2026-01-05T22:00:00Z','leaf','{"leaf":"41062429b0e1d5ae9790e56fe10fce31f35d2536360f319739c08ba42301f921","salt":"","text":""}');
INSERT INTO "disclosed" VALUES(32,'spring',7,'2026-01-07T08:30:00Z','leaf','{"leaf":"493d42fce3c8740d138640aca7800839d84f464680c0d4913699d5a834d73fa2","salt":"70b69b80cfc637f2aedf2263c86775ec","text":"2026-01-07T08:30:00Z\ntime\nentry 593482bfe94434792e430731acfbc9aff26012e9919c9ff0eb0be103f7f55616"}');
INSERT INTO "disclosed" VALUES(33,'spring',8,'2026-01-07T18:00:00Z','actrecord','{"lines":["ACCEPT FAEGIRT"],"phase":"F1901M","power":"FRANCE","what":"acceptance list"}');
INSERT INTO "disclosed" VALUES(34,'spring',8,'2026-01-07T18:00:00Z','actrecord','{"lines":["5 : A BUR - MUN"],"phase":"F1901M","power":"FRANCE","what":"offers filed"}');
INSERT INTO "disclosed" VALUES(35,'spring',8,'2026-01-07T18:00:00Z','opening','{"about":"","form":2,"phase":"F1901M","salt":"d25aad12b53bb18fcb30b90a4d9a6d65","seal":"c5ad90d93d5d31ff4b8ad8589cca5fbbd2c8145192db74914210d315ac533965","seat":"FRANCE","text":"ACCEPT FAEGIRT\n5 : A BUR - MUN"}');
INSERT INTO "disclosed" VALUES(36,'spring',8,'2026-01-07T18:00:00Z','leaf','{"leaf":"4a5ee73a0f3d2c83c827889db72024be9555af824b95c677a9706cbc8ffaad38","salt":"4f7a3ec737b36cb5430ec34f683210e7","text":"2026-01-07T18:00:00Z\nletter\nsealed F1901M FRANCE c5ad90d93d5d31ff4b8ad8589cca5fbbd2c8145192db74914210d315ac533965\nfiled F1901M FRANCE c5ad90d93d5d31ff4b8ad8589cca5fbbd2c8145192db74914210d315ac533965\ntold f7563a07c65f5a148f2d3bc3f10b7e50d37ca7db21e676fb3a06b78f693f925d\nentry 0a55dd7986f3c50a33133a01904e84ff1ff147f1f0fcd1d94f5344fbb7b9aa08"}');
INSERT INTO "disclosed" VALUES(37,'spring',9,'2026-01-07T19:00:00Z','leaf','{"leaf":"8ab66974eda10f9f1c0e8d0c61cfeb7bd987bc208c6441a0faa47876e1a3df66","salt":"","text":""}');
INSERT INTO "disclosed" VALUES(38,'spring',10,'2026-01-07T20:00:00Z','leaf','{"leaf":"2c106f1218626599b534d6085256ad15fb3d5c5ee544e0cea4a8ef6f87ed75f6","salt":"","text":""}');
CREATE TABLE facts (name text primary key, value text not null);
INSERT INTO "facts" VALUES('made','2026-11-24T14:16:05Z');
INSERT INTO "facts" VALUES('alive','"2026-01-05T18:00:00Z"');
CREATE TABLE games (
    name text primary key, ruleset text not null, over text not null default '',
    entries integer not null, next_strike text, opened text not null
, offer text not null default '');
INSERT INTO "games" VALUES('spring','payola','',10,'2026-01-07T20:30:00Z','2026-01-05T18:00:00Z','{"aborted":"","forming":false,"game":"spring","joined":0,"places":7,"settings":{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"},"title":"Payola Diplomacy","vacant":["Austria","Germany","Italy","Russia","Turkey"],"word":false}');
CREATE TABLE inbox (
    id integer primary key, key text not null unique, message_id text not null, digest text not null,
    received text not null, sender text not null, subject text not null, raw blob not null,
    state text not null, reason text not null default '', game text not null default '', n integer
, seat text not null default '', hold integer);
INSERT INTO "inbox" VALUES(1,'1/1','1@client.example','cff00f101bd49e962a2a0f0df11371157b6032cd0c8e0a1c42d60a9392fe87b6','2026-01-05T19:00:00Z','alice@example.com','Re: [spring] S1901M: the game begins',X'46726F6D3A20616C696365406578616D706C652E636F6D0A546F3A20676D2B7A33367467696564786C353267686E6F32623434406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2053313930314D3A207468652067616D6520626567696E730A4D6573736167652D49443A203C3140636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E0A0A34203A204120504152202D204255520A32203A204620425245202D204D414F0A41434345505420464145474952540A','done','','spring',NULL,'FRANCE',NULL);
INSERT INTO "inbox" VALUES(2,'1/2','2@client.example','2d6ee01bff6ecf8c532ac37aa616f9b6f48bfaaaa8d0b867975047966db8e7b5','2026-01-05T20:00:00Z','bob@example.com','Re: [spring] S1901M: the game begins',X'46726F6D3A20626F62406578616D706C652E636F6D0A546F3A20676D2B6C646B626276613369636F6A3434337874737577406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2053313930314D3A207468652067616D6520626567696E730A4D6573736167652D49443A203C3240636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E0A0A33203A2046204C4F4E202D204E54480A41434345505420464145474952540A','done','','spring',NULL,'ENGLAND',NULL);
INSERT INTO "inbox" VALUES(3,'1/3','3@client.example','fd937bc390dfeed01a5a49762bbcb086b59634ecf807683506560286c9dbd44b','2026-01-05T21:00:00Z','alice@example.com','Re: [spring] F1901M: Spring 1901 judged',X'46726F6D3A20616C696365406578616D706C652E636F6D0A546F3A20676D2B663665366F6E777464796C6C64336E6F61796670406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20537072696E672031393031206A75646765640A4D6573736167652D49443A203C3340636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C747364346F73767975797A69716837756768366664707171326C7378647A6571406578616D706C652E6F72673E0A0A5452414E53464552203120544F20454E474C414E440A','done','','spring',NULL,'FRANCE',NULL);
INSERT INTO "inbox" VALUES(4,'1/4','4@client.example','da1c09b1c92162345def0c595662d91e62255d94ac5bc28f91576884ab9294ce','2026-01-05T22:00:00Z','bob@example.com','Re: [spring] F1901M: your account',X'46726F6D3A20626F62406578616D706C652E636F6D0A546F3A20676D2B626B6F766163636B677964377866706F6D6D6877406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20796F7572206163636F756E740A4D6573736167652D49443A203C3440636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C7563676579796C63757072666B34616F7662367261666D6E36736474636D6D34406578616D706C652E6F72673E0A0A33203A2046204C4F4E202D205151510A','done','','spring',NULL,'ENGLAND',NULL);
INSERT INTO "inbox" VALUES(5,'1/5','5@client.example','414dbe91ce83145122751a346eb469cd9bb24661397222ebaefa313bfab2643a','2026-01-07T18:00:00Z','alice@example.com','Re: [spring] F1901M: a reminder',X'46726F6D3A20616C696365406578616D706C652E636F6D0A546F3A20676D2B7A6C616669776976746278686D7A376F3278626E406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20612072656D696E6465720A4D6573736167652D49443A203C3540636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C6C6362337A686C637A716934647567336D737A716665727A793733376C707765406578616D706C652E6F72673E0A0A35203A204120425552202D204D554E0A41434345505420464145474952540A','done','','spring',NULL,'FRANCE',NULL);
INSERT INTO "inbox" VALUES(6,'1/6','6@client.example','bb393ecb03aa8a4da48acc6a1665095b9d5031b0d1f48a979fee4d73a129d771','2026-01-07T19:00:00Z','bob@example.com','Re: [spring] F1901M: a reminder',X'46726F6D3A20626F62406578616D706C652E636F6D0A546F3A20676D2B7678776F3275777A75706D356464343676763771406578616D706C652E6F72670A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20612072656D696E6465720A4D6573736167652D49443A203C3640636C69656E742E6578616D706C653E0A496E2D5265706C792D546F3A203C7763686674777269706B376E677A743270767A6D776F796B6B3464356E786E37406578616D706C652E6F72673E0A0A52455349474E0A','done','','spring',NULL,'ENGLAND',NULL);
INSERT INTO "inbox" VALUES(7,'1/7','7@client.example','4130b224d0960ac03363d6b412e061f14e975617f84e2b48e24a1841a099fe67','2026-01-07T20:00:00Z','eve@example.net','[spring]',X'46726F6D3A20657665406578616D706C652E6E65740A546F3A20676D406578616D706C652E6F72670A5375626A6563743A205B737072696E675D0A4D6573736167652D49443A203C3740636C69656E742E6578616D706C653E0A0A54414B454F564552205255535349410A','done','','spring',NULL,'',NULL);
INSERT INTO "inbox" VALUES(8,'1/8','8@client.example','3eb000538451be46ae906d8a002eca68627c487699415cc45a630986257e9a05','2026-01-07T21:00:00Z','eve@example.net','hello',X'46726F6D3A20657665406578616D706C652E6E65740A546F3A20676D406578616D706C652E6F72670A5375626A6563743A2068656C6C6F0A4D6573736167652D49443A203C3840636C69656E742E6578616D706C653E0A0A5354415455530A','answered','STATUS','',NULL,'',NULL);
CREATE TABLE journal (
    game text not null, n integer not null, at text not null, kind text not null, data text not null,
    version text not null, before text not null, hash text not null, leaf text not null default '', primary key (game, n)
);
INSERT INTO "journal" VALUES('spring',1,'2026-01-05T18:00:00Z','open','{"calendar":{"absence":14,"at":null,"clocks":{},"extend":true,"holidays":[],"least":43200,"weekdays":[0,1,2,3,4,5,6],"zone":"UTC"},"deadlines":{"adjustment":86400,"grace":86400,"movement":259200,"retreat":86400},"form":4,"identity":"checked","joining":null,"key":"abababababababababababababababababababababababababababababababab","listed":true,"name":"spring","options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"pace":{"commit":false,"early":true,"early_after":"30m","heads":true,"nmr":"hold","show_late":false},"people":{"ENGLAND":"7529472dd87b86e9fc863aa29b3fa231","FRANCE":"490b3d02b4ffe5614bc2a1c118462d68"},"press":["private","public"],"proof":2,"reminders":"owing","ruleset":"payola","seats":{"AUSTRIA":null,"ENGLAND":"","FRANCE":"","GERMANY":null,"ITALY":null,"RUSSIA":null,"TURKEY":null},"seed":"s","timezone":"UTC","votes":true}','0.6.0','0000000000000000000000000000000000000000000000000000000000000000','1ff5cfc83bb76b279e79a689ed67b4078d34ab9120368947942db78208a8e461','df28500b1e9ca3cd511ac29613f8315518f4c23526098323d84b4e65923a5412');
INSERT INTO "journal" VALUES('spring',2,'2026-01-05T19:00:00Z','letter','{"answers":0,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"4 : A PAR - BUR"},{"command":false,"number":2,"text":"2 : F BRE - MAO"},{"command":false,"number":3,"text":"ACCEPT FAEGIRT"}],"mail":"3e6da7aeba5bfc77b1dd1955c80c3b5a","operator":false,"person":"","phase":"S1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"FRANCE","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','1ff5cfc83bb76b279e79a689ed67b4078d34ab9120368947942db78208a8e461','910ef554ab9a2837e9308a389302726bdcd2ec002b10955fcfed065aaaabb30c','e74e59c6dc2654b5f8483bd33cec58ef7990bd29e48209ae89f90c4924891f0b');
INSERT INTO "journal" VALUES('spring',3,'2026-01-05T20:00:00Z','letter','{"answers":0,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"3 : F LON - NTH"},{"command":false,"number":2,"text":"ACCEPT FAEGIRT"}],"mail":"43770ccec39d559afce780fc084cad55","operator":false,"person":"","phase":"S1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"ENGLAND","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','910ef554ab9a2837e9308a389302726bdcd2ec002b10955fcfed065aaaabb30c','852655275ea564f6ed266ba28e8f2ad4b6b8266cb9558ec3b0f136f458c1c3a6','6bec3ff80a93fafeb450a0aaadb90d9c8a90eee12da268ce71fe43b6df051569');
INSERT INTO "journal" VALUES('spring',4,'2026-01-05T20:30:00Z','time','{"kind":"early"}','0.6.0','852655275ea564f6ed266ba28e8f2ad4b6b8266cb9558ec3b0f136f458c1c3a6','c7c23d66ce326e61a0cc85baa456464bcf44e1acc658e31c78d8958a62b8f14a','ec061274687825f655c2800778e36b0f416b84cb3409c261b022898820613553');
INSERT INTO "journal" VALUES('spring',5,'2026-01-05T21:00:00Z','letter','{"answers":2,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"TRANSFER 1 TO ENGLAND"}],"mail":"a7bbe1af2cab84c36036e133ea1005ce","operator":false,"person":"","phase":"F1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"FRANCE","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','c7c23d66ce326e61a0cc85baa456464bcf44e1acc658e31c78d8958a62b8f14a','9a7238538564ca4200e86669d5087e62351ccc18d29f522eb8e6e513f074d122','1adb4b2375016aa64a0a521777302f27b3b7eff82ec2fbf8808336c15ef70907');
INSERT INTO "journal" VALUES('spring',6,'2026-01-05T22:00:00Z','letter','{"answers":3,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"3 : F LON - QQQ"}],"mail":"57ed29f474cb98acf216b893050fdee4","operator":false,"person":"","phase":"F1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"ENGLAND","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','9a7238538564ca4200e86669d5087e62351ccc18d29f522eb8e6e513f074d122','d049837203b5dd683c1e993e141e48c18ab386f2410905841ea1e06caa1719fe','def06b38afbc9c49418af9d350a3649a8da4e598c77911a129ad1337693bc809');
INSERT INTO "journal" VALUES('spring',7,'2026-01-07T08:30:00Z','time','{"kind":"remind"}','0.6.0','d049837203b5dd683c1e993e141e48c18ab386f2410905841ea1e06caa1719fe','8a3311098d7ee56b4d53946db8d8085b27ae34105f62860b2ac1a1eadc53218f','2f36d52a8ce9567315116f347dcc74456d6a9bee379db183e2ae37ff2d08a899');
INSERT INTO "journal" VALUES('spring',8,'2026-01-07T18:00:00Z','letter','{"answers":4,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"5 : A BUR - MUN"},{"command":false,"number":2,"text":"ACCEPT FAEGIRT"}],"mail":"845346f1931f291a25610204626c84c0","operator":false,"person":"","phase":"F1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"FRANCE","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','8a3311098d7ee56b4d53946db8d8085b27ae34105f62860b2ac1a1eadc53218f','510532204996a8e2a29cd9ccf44812f2f6dfc77332d21a6d4feba6efdcae3959','6b2f8769d6d02f4c159e39ac5e5ad5c7078fc4237cf8d14985e9f5f566e5e5b1');
INSERT INTO "journal" VALUES('spring',9,'2026-01-07T19:00:00Z','letter','{"answers":5,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"RESIGN"}],"mail":"528d62a781401e923b22d422323435be","operator":false,"person":"","phase":"F1901M","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"ENGLAND","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','510532204996a8e2a29cd9ccf44812f2f6dfc77332d21a6d4feba6efdcae3959','8eb24d773edca9d170ee6e8bad4ae5a24edfb75461b7482cb71fb634ecbada69','f4524ac8e8142ccd8a81eee56b9802b3962be10307419660c27299d0796877be');
INSERT INTO "journal" VALUES('spring',10,'2026-01-07T20:00:00Z','letter','{"answers":-1,"between":[],"careful":true,"confirmed":false,"digest":false,"hold":0,"late":"","lines":[{"command":false,"number":1,"text":"TAKEOVER RUSSIA"}],"mail":"7ade448ee09d506bc6e9fa5ffc9ef528","operator":false,"person":"8b042582feac545ab21bc7b907e31150","phase":"","press_from":"","press_grey":false,"quoted":[],"received":null,"refs":[],"seat":"","sitter":"","stay_grey":false,"trouble":"","vouched":false}','0.6.0','8eb24d773edca9d170ee6e8bad4ae5a24edfb75461b7482cb71fb634ecbada69','93ba1bc4e44a7b7621998aad43408362ca368faf45ea13746d94b50eb0d9d83d','950652ca7c6e108c5b2d169180459e31eadc5c4194bfc0407e4c18d7c4d9e9e9');
CREATE TABLE ledger (
    game text not null, reader text not null, number integer not null, n integer not null, at text not null,
    kind text not null, phase text not null, subject text not null, body text not null, notices text not null,
    press_from text not null default '', message_id text not null, primary key (game, reader, number)
);
INSERT INTO "ledger" VALUES('spring','AUSTRIA',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','Austria, the game begins. You owe nothing for Spring 1901, which ends
Thu 8 Jan 18:00 UTC.

Welcome to Payola Diplomacy, game spring. You play Austria. Everything
is done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

You owe nothing for Spring 1901 (S1901M), which ends Thu 8 Jan 18:00
UTC.

TO ANSWER just reply. For example:
  ACCEPT AEFGIRT
  4 : A BUD - GAL | - RUM
  2 : F TRI - ADR
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"Austria","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT AEFGIRT","4 : A BUD - GAL | - RUM","2 : F TRI - ADR","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','q45oq3vqwkotbzj5awoczbspyo4f3cfm@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','England, the game begins. Next: offers and an acceptance list for Spring
1901, due Thu 8 Jan 18:00 UTC, in 3 days.

Welcome to Payola Diplomacy, game spring. You play England. Everything
is done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

YOU OWE: offers and an acceptance list for Spring 1901 (S1901M), due Thu
8 Jan 18:00 UTC, in 3 days.
Without an answer: each of your units gets a HOLD for 0; your acceptance
list is yourself first, then the others by name.

TO ANSWER just reply. For example:
  ACCEPT EAFGIRT
  4 : F EDI - CLY | - NTH
  2 : F LON - ENG
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"England","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0; your acceptance list is yourself first, then the others by name","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT EAFGIRT","4 : F EDI - CLY | - NTH","2 : F LON - ENG","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":"offers and an acceptance list"}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','lcwx54gfxng3iowtqp3mszb7c6leobas@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','France, the game begins. Next: offers and an acceptance list for Spring
1901, due Thu 8 Jan 18:00 UTC, in 3 days.

Welcome to Payola Diplomacy, game spring. You play France. Everything is
done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

YOU OWE: offers and an acceptance list for Spring 1901 (S1901M), due Thu
8 Jan 18:00 UTC, in 3 days.
Without an answer: each of your units gets a HOLD for 0; your acceptance
list is yourself first, then the others by name.

TO ANSWER just reply. For example:
  ACCEPT FAEGIRT
  4 : F BRE - ENG | - GAS
  2 : A MAR - BUR
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"France","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0; your acceptance list is yourself first, then the others by name","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT FAEGIRT","4 : F BRE - ENG | - GAS","2 : A MAR - BUR","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":"offers and an acceptance list"}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','uxyouuhdqvgo2ix6or5s2sgxq44du3ep@example.org');
INSERT INTO "ledger" VALUES('spring','GERMANY',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','Germany, the game begins. You owe nothing for Spring 1901, which ends
Thu 8 Jan 18:00 UTC.

Welcome to Payola Diplomacy, game spring. You play Germany. Everything
is done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

You owe nothing for Spring 1901 (S1901M), which ends Thu 8 Jan 18:00
UTC.

TO ANSWER just reply. For example:
  ACCEPT GAEFIRT
  4 : A BER - KIE | - MUN
  2 : F KIE - BAL
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"Germany","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT GAEFIRT","4 : A BER - KIE | - MUN","2 : F KIE - BAL","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','55np66i66sf3fiqw6avl2y3dslfxegof@example.org');
INSERT INTO "ledger" VALUES('spring','ITALY',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','Italy, the game begins. You owe nothing for Spring 1901, which ends Thu
8 Jan 18:00 UTC.

Welcome to Payola Diplomacy, game spring. You play Italy. Everything is
done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

You owe nothing for Spring 1901 (S1901M), which ends Thu 8 Jan 18:00
UTC.

TO ANSWER just reply. For example:
  ACCEPT IAEFGRT
  4 : F NAP - APU | - ION
  2 : A ROM - APU
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"Italy","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT IAEFGRT","4 : F NAP - APU | - ION","2 : A ROM - APU","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','6ip4j6d3avvbmqhmkccityvtvvus5smb@example.org');
INSERT INTO "ledger" VALUES('spring','RUSSIA',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','Russia, the game begins. You owe nothing for Spring 1901, which ends Thu
8 Jan 18:00 UTC.

Welcome to Payola Diplomacy, game spring. You play Russia. Everything is
done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  4 centres                                        +62
  balance now                                       62

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

You owe nothing for Spring 1901 (S1901M), which ends Thu 8 Jan 18:00
UTC.

TO ANSWER just reply. For example:
  ACCEPT RAEFGIT
  4 : A MOS - LVN | - SEV
  2 : F SEV - ARM
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"Russia","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":62,"balance":62,"centres":4,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT RAEFGIT","4 : A MOS - LVN | - SEV","2 : F SEV - ARM","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','zmgt74zqnqvfbedxwpy4uc3pdqhujyxy@example.org');
INSERT INTO "ledger" VALUES('spring','TURKEY',0,1,'2026-01-05T18:00:00Z','notice','S1901M','[spring] S1901M: the game begins','Turkey, the game begins. You owe nothing for Spring 1901, which ends Thu
8 Jan 18:00 UTC.

Welcome to Payola Diplomacy, game spring. You play Turkey. Everything is
done by answering these mails: just hit Reply.

You order no units: you offer money to units of any power, and each unit
does what it is offered most for. HELP OFFERS shows how, HELP MONEY how
it is counted. Before the first moves everybody also sends an acceptance
list, which settles ties (HELP ACCEPT).

THE PLAYERS
  Austria (vacant)
  England
  France
  Germany (vacant)
  Italy (vacant)
  Russia (vacant)
  Turkey (vacant)

SEED of all draws, sealed (HELP SEALS):
  043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89

THIS GAME
  deadlines     movement 3 days, retreat 1 day, adjustment 1 day
  early         30 minutes after everything is in (HELP WAIT)
  grace         1 day, nobody is told who is missing
  missing       is replaced, as each mail says
  more time     up to 14 days (HELP ABSENT), EXTEND asks everybody
  messages      private, public
  time zone     UTC

TAXES for 1901                                     AgP
  3 centres                                        +48
  balance now                                       48

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, F LON, A LVP
  France      F BRE, A MAR, A PAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

You owe nothing for Spring 1901 (S1901M), which ends Thu 8 Jan 18:00
UTC.

TO ANSWER just reply. For example:
  ACCEPT TAEFGIR
  4 : F ANK - ARM | - BLA
  2 : A CON - ANK
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head b39b4f53a85104abc2fb00fb51838b33
       be516a9e739c5622c438433ad0b4e5cd
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["opened",{"game":"spring","players":["Austria (vacant)","England","France","Germany (vacant)","Italy (vacant)","Russia (vacant)","Turkey (vacant)"],"seat_name":"Turkey","seed_hash":"043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89","title":"Payola Diplomacy"}],["gamesettings",{"absence":14,"commit":false,"days":[],"early":"30 minutes","extend":true,"grace":"1 day","late":false,"lengths":[["movement","3 days"],["retreat","1 day"],["adjustment","1 day"]],"others":[],"press":["private","public"],"reminders":"owing","waits":false,"zone":"UTC"}],["income",{"amount":48,"balance":48,"centres":3,"year":1901}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","F LON","A LVP"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["F BRE","A MAR","A PAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["FRANCE","F","BRE",false],["AUSTRIA","A","BUD",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","F","LON",false],["ENGLAND","A","LVP",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["FRANCE","A","PAR",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[]},"taken":[]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["ACCEPT TAEFGIR","4 : F ANK - ARM | - BLA","2 : A CON - ANK","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','2ecpp52l7ggpfzzkolzykrmxxbbb3ycm@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',1,2,'2026-01-05T19:00:00Z','answer','S1901M','Re: [spring] S1901M: what we have from you','Your acceptance list is now FAEGIRT: France, Austria, England, Germany,
Italy, Russia, Turkey. It stands until you send another.

Filed for Spring 1901 (S1901M), as we read it.

  4 : A PAR - BUR
  2 : F BRE - MAO

This costs at most 6 AgP. Your balance is 48.

If this completes the phase, you have at least 30 minutes more to change
it.

Seal of it: 8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78

Your offers for Spring 1901 (S1901M) are in. You may send others until
Thu 8 Jan 18:00 UTC.

TO ANSWER just reply. For example:
  4 : F BRE - ENG | - GAS
  2 : A MAR - BUR
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

Receipt for what came at 2026-01-05T19:00:00Z (HELP SEALS):
  0df3050197e899a577368e7b81ba8164
  d33e31b04f1197153612079feb6ac18d
  +anbPuhEUiVJ5fwDtS4kkj
  U+gCDHPvAa5NrGJ054MSh9
  Xa8MhfIuSQGEa6sXCoe80Z
  AEH6/rE0I5vtj/0zqgBw==
','[["accepted",{"letters":"FAEGIRT","names":["France","Austria","England","Germany","Italy","Russia","Turkey"]}],["filed",{"again":false,"cost":{"available":48,"balance":48,"most":6},"lines":["4 : A PAR - BUR","2 : F BRE - MAO"],"phase":"S1901M","title":"Spring 1901","warnings":[],"what":"offers"}],["maycomplete",{"after":"30 minutes"}],["sealed",{"seal":"8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["4 : F BRE - ENG | - GAS","2 : A MAR - BUR","10 $"],"filed":true,"final":false,"grace":false,"lines":2,"owes":true,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":"offers"}],["receipt",{"at":"2026-01-05T19:00:00Z","leaf":"0df3050197e899a577368e7b81ba8164d33e31b04f1197153612079feb6ac18d","signature":"+anbPuhEUiVJ5fwDtS4kkjU+gCDHPvAa5NrGJ054MSh9Xa8MhfIuSQGEa6sXCoe80ZAEH6/rE0I5vtj/0zqgBw=="}]]','','c5jggpex5gfia2rcixmsed3q7syuefkv@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',1,3,'2026-01-05T20:00:00Z','answer','S1901M','Re: [spring] S1901M: what we have from you','Your acceptance list is now FAEGIRT: France, Austria, England, Germany,
Italy, Russia, Turkey. It stands until you send another.

Filed for Spring 1901 (S1901M), as we read it.

  3 : F LON - NTH

This costs at most 3 AgP. Your balance is 48.

If this completes the phase, you have at least 30 minutes more to change
it.

Seal of it: 591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083

Your offers for Spring 1901 (S1901M) are in. You may send others until
Thu 8 Jan 18:00 UTC.

TO ANSWER just reply. For example:
  4 : F EDI - CLY | - NTH
  2 : F LON - ENG
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

Receipt for what came at 2026-01-05T20:00:00Z (HELP SEALS):
  46f11b32516acfc1c08769aca5121ff1
  51cce342e915a603675fcde22f207810
  XK8LsMDzhXtejb0BdseN/8
  urpsphZAs2puuSlQnkLXn6
  HX0qaUyEPW0h24nh9NeqaF
  Hqr3djXEROwBOrEBqGBg==
','[["accepted",{"letters":"FAEGIRT","names":["France","Austria","England","Germany","Italy","Russia","Turkey"]}],["filed",{"again":false,"cost":{"available":48,"balance":48,"most":3},"lines":["3 : F LON - NTH"],"phase":"S1901M","title":"Spring 1901","warnings":[],"what":"offers"}],["maycomplete",{"after":"30 minutes"}],["sealed",{"seal":"591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 18:00 UTC","example":["4 : F EDI - CLY | - NTH","2 : F LON - ENG","10 $"],"filed":true,"final":false,"grace":false,"lines":1,"owes":true,"paused":false,"phase":"S1901M","soon":"in 3 days","stage":"","title":"Spring 1901","topic":"OFFERS","waiting":false,"what":"offers"}],["receipt",{"at":"2026-01-05T20:00:00Z","leaf":"46f11b32516acfc1c08769aca5121ff151cce342e915a603675fcde22f207810","signature":"XK8LsMDzhXtejb0BdseN/8urpsphZAs2puuSlQnkLXn6HX0qaUyEPW0h24nh9NeqaFHqr3djXEROwBOrEBqGBg=="}]]','','2vs6w2gc7hn2iyix2lcdv7ieqdjvretz@example.org');
INSERT INTO "ledger" VALUES('spring','AUSTRIA',1,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','Austria, Spring 1901 judged. You owe nothing for Fall 1901, which ends
Thu 8 Jan 20:30 UTC.

YOUR UNITS                               (bribe accepted, AgP, at right)
  A BUD H                 held                                         0
  F TRI H                 held                                         0
  A VIE H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    48
  total expended                                     0
  balance now                                       48

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

You owe nothing for Fall 1901 (F1901M), which ends Thu 8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : A BUD - GAL | - RUM
  2 : F TRI - ADR
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":48,"before":48,"name":"Austria","payments":[],"phase":"S1901M","power":"AUSTRIA","spent":0,"title":"Spring 1901","units":[{"amount":0,"order":"A BUD H","outcome":"held"},{"amount":0,"order":"F TRI H","outcome":"held"},{"amount":0,"order":"A VIE H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BUD - GAL | - RUM","2 : F TRI - ADR","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','fdmxqmixmuz53ei7fgautywprmwsdrsm@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',2,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','England, Spring 1901 judged. Next: offers for Fall 1901, due Thu 8 Jan
20:30 UTC, in 3 days.

YOUR UNITS                               (bribe accepted, AgP, at right)
  F EDI H                 held                                         0
  F LON - NTH             moved                                        3
  A LVP H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    48
  F LON - NTH                                       -3
  total expended                                    -3
  balance now                                       45

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 3
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : F EDI - CLY | - NTH
  2 : A LVP - CLY
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":45,"before":48,"name":"England","payments":[{"adjective":"","amount":3,"order":"F LON - NTH"}],"phase":"S1901M","power":"ENGLAND","spent":3,"title":"Spring 1901","units":[{"amount":0,"order":"F EDI H","outcome":"held"},{"amount":3,"order":"F LON - NTH","outcome":"moved"},{"amount":0,"order":"A LVP H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : F EDI - CLY | - NTH","2 : A LVP - CLY","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','2l5ohhaafjs5ggs4r2f7upaoiyme6ga5@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',2,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','France, Spring 1901 judged. Next: offers for Fall 1901, due Thu 8 Jan
20:30 UTC, in 3 days.

YOUR UNITS                               (bribe accepted, AgP, at right)
  F BRE - MAO             moved                                        2
  A MAR H                 held                                         0
  A PAR - BUR             moved                                        4

YOUR ACCOUNT                                       AgP
  balance before                                    48
  A PAR - BUR                                       -4
  F BRE - MAO                                       -2
  total expended                                    -6
  balance now                                       42

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 3
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : A BUR - BEL | - GAS
  2 : F MAO - BRE
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":42,"before":48,"name":"France","payments":[{"adjective":"","amount":4,"order":"A PAR - BUR"},{"adjective":"","amount":2,"order":"F BRE - MAO"}],"phase":"S1901M","power":"FRANCE","spent":6,"title":"Spring 1901","units":[{"amount":2,"order":"F BRE - MAO","outcome":"moved"},{"amount":0,"order":"A MAR H","outcome":"held"},{"amount":4,"order":"A PAR - BUR","outcome":"moved"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BUR - BEL | - GAS","2 : F MAO - BRE","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','tsd4osvyuyziqh7ugh6fdpqq2lsxdzeq@example.org');
INSERT INTO "ledger" VALUES('spring','GERMANY',1,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','Germany, Spring 1901 judged. You owe nothing for Fall 1901, which ends
Thu 8 Jan 20:30 UTC.

YOUR UNITS                               (bribe accepted, AgP, at right)
  A BER H                 held                                         0
  F KIE H                 held                                         0
  A MUN H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    48
  total expended                                     0
  balance now                                       48

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

You owe nothing for Fall 1901 (F1901M), which ends Thu 8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : A BER - KIE | - MUN
  2 : F KIE - BAL
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":48,"before":48,"name":"Germany","payments":[],"phase":"S1901M","power":"GERMANY","spent":0,"title":"Spring 1901","units":[{"amount":0,"order":"A BER H","outcome":"held"},{"amount":0,"order":"F KIE H","outcome":"held"},{"amount":0,"order":"A MUN H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BER - KIE | - MUN","2 : F KIE - BAL","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','eq5l7ce4pxhv2ym3a46xdszmjt2rxm2o@example.org');
INSERT INTO "ledger" VALUES('spring','ITALY',1,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','Italy, Spring 1901 judged. You owe nothing for Fall 1901, which ends Thu
8 Jan 20:30 UTC.

YOUR UNITS                               (bribe accepted, AgP, at right)
  F NAP H                 held                                         0
  A ROM H                 held                                         0
  A VEN H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    48
  total expended                                     0
  balance now                                       48

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

You owe nothing for Fall 1901 (F1901M), which ends Thu 8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : F NAP - APU | - ION
  2 : A ROM - APU
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":48,"before":48,"name":"Italy","payments":[],"phase":"S1901M","power":"ITALY","spent":0,"title":"Spring 1901","units":[{"amount":0,"order":"F NAP H","outcome":"held"},{"amount":0,"order":"A ROM H","outcome":"held"},{"amount":0,"order":"A VEN H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : F NAP - APU | - ION","2 : A ROM - APU","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','sjojgxznllcmclewua6ze46ay3qqpnzw@example.org');
INSERT INTO "ledger" VALUES('spring','RUSSIA',1,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','Russia, Spring 1901 judged. You owe nothing for Fall 1901, which ends
Thu 8 Jan 20:30 UTC.

YOUR UNITS                               (bribe accepted, AgP, at right)
  A MOS H                 held                                         0
  F SEV H                 held                                         0
  F STP/SC H              held                                         0
  A WAR H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    62
  total expended                                     0
  balance now                                       62

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

You owe nothing for Fall 1901 (F1901M), which ends Thu 8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : A MOS - LVN | - SEV
  2 : F SEV - ARM
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":62,"before":62,"name":"Russia","payments":[],"phase":"S1901M","power":"RUSSIA","spent":0,"title":"Spring 1901","units":[{"amount":0,"order":"A MOS H","outcome":"held"},{"amount":0,"order":"F SEV H","outcome":"held"},{"amount":0,"order":"F STP/SC H","outcome":"held"},{"amount":0,"order":"A WAR H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : A MOS - LVN | - SEV","2 : F SEV - ARM","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','5lkhfbyovi5bhbcmr6wsnoug6fzm5cgw@example.org');
INSERT INTO "ledger" VALUES('spring','TURKEY',1,4,'2026-01-05T20:30:00Z','notice','F1901M','[spring] F1901M: Spring 1901 judged','Turkey, Spring 1901 judged. You owe nothing for Fall 1901, which ends
Thu 8 Jan 20:30 UTC.

YOUR UNITS                               (bribe accepted, AgP, at right)
  F ANK H                 held                                         0
  A CON H                 held                                         0
  A SMY H                 held                                         0

YOUR ACCOUNT                                       AgP
  balance before                                    48
  total expended                                     0
  balance now                                       48

Spring 1901 ran before its deadline: everything was in.

ALL ORDERS of Spring 1901
Austria
  A BUD H                 held
  F TRI H                 held
  A VIE H                 held
England
  F EDI H                 held
  F LON - NTH             moved
  A LVP H                 held
France
  F BRE - MAO             moved
  A MAR H                 held
  A PAR - BUR             moved
Germany
  A BER H                 held
  F KIE H                 held
  A MUN H                 held
Italy
  F NAP H                 held
  A ROM H                 held
  A VEN H                 held
Russia
  A MOS H                 held
  F SEV H                 held
  F STP/SC H              held
  A WAR H                 held
Turkey
  F ANK H                 held
  A CON H                 held
  A SMY H                 held

THE BOARD
  Austria     A BUD, F TRI, A VIE
  England     F EDI, A LVP, F NTH
  France      A BUR, F MAO, A MAR
  Germany     A BER, F KIE, A MUN
  Italy       F NAP, A ROM, A VEN
  Russia      A MOS, F SEV, F STP/SC, A WAR
  Turkey      F ANK, A CON, A SMY

CENTRES (as last counted; again after each autumn)
  Austria 3   BUD TRI VIE
  England 3   EDI LON LVP
  France 3    BRE MAR PAR
  Germany 3   BER KIE MUN
  Italy 3     NAP ROM VEN
  Russia 4    MOS SEV STP WAR
  Turkey 3    ANK CON SMY
  neutral 12  BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN

SEALS of S1901M (HELP SEALS explains them)
  Austria   6c25dcc7914002d540cc3c7eb89331bc
            4f8461a472c1e2b269503aac9c2193da
  England   591ebe6674102f8855a544124f1aaca5
            8a0fcf24eaeb3c4229468949b360f083
  France    8b9ed5758832232e84e41059408319a7
            305dbe6b21a35e9d31998473a88c2f78
  Germany   9d64abfc71b4753f8aba42d5514b6836
            4a4f1db3cc26355dcd17a230864c34cc
  Italy     140cb1ca60864d9c8c1c24e47fbc93b9
            b2613962ce6fba73467529dc0ea9aafc
  Russia    a740640024749a5e0ef063a91bbb9073
            f301576480968470beae6a3675249e69
  Turkey    f8d9c5a3b3af0003d30d9e53c8a6aca1
            9edf8bb1382921452ae153135b841f11

You owe nothing for Fall 1901 (F1901M), which ends Thu 8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : F ANK - ARM | - BLA
  2 : A CON - ANK
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

HEAD of the journal, and the key of our receipts (HELP SEALS)
  head 727ac734cb7a87d7b2890dbdd599499f
       eadbb35a530cbd72e0e6f2e8581683f0
  key  f60df940f2842a7c82582728f9c0b8eb
       b949d82032be91250e8ff049916a39d1
','[["account",{"balance":48,"before":48,"name":"Turkey","payments":[],"phase":"S1901M","power":"TURKEY","spent":0,"title":"Spring 1901","units":[{"amount":0,"order":"F ANK H","outcome":"held"},{"amount":0,"order":"A CON H","outcome":"held"},{"amount":0,"order":"A SMY H","outcome":"held"}]}],["early",{"phase":"Spring 1901"}],["moves",{"destroyed":[],"dislodged":[],"orders":[{"fate":"succeeds","ok":true,"order":"A BUD H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F TRI H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"A VIE H","outcome":"held","power":"AUSTRIA"},{"fate":"succeeds","ok":true,"order":"F EDI H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F LON - NTH","outcome":"moved","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"A LVP H","outcome":"held","power":"ENGLAND"},{"fate":"succeeds","ok":true,"order":"F BRE - MAO","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A MAR H","outcome":"held","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A PAR - BUR","outcome":"moved","power":"FRANCE"},{"fate":"succeeds","ok":true,"order":"A BER H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F KIE H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"A MUN H","outcome":"held","power":"GERMANY"},{"fate":"succeeds","ok":true,"order":"F NAP H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A ROM H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A VEN H","outcome":"held","power":"ITALY"},{"fate":"succeeds","ok":true,"order":"A MOS H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F SEV H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F STP/SC H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"A WAR H","outcome":"held","power":"RUSSIA"},{"fate":"succeeds","ok":true,"order":"F ANK H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A CON H","outcome":"held","power":"TURKEY"},{"fate":"succeeds","ok":true,"order":"A SMY H","outcome":"held","power":"TURKEY"}],"phase":"S1901M","title":"Spring 1901"}],["position",{"counted":false,"holdings":[{"centres":["BUD","TRI","VIE"],"name":"Austria","power":"AUSTRIA","units":["A BUD","F TRI","A VIE"]},{"centres":["EDI","LON","LVP"],"name":"England","power":"ENGLAND","units":["F EDI","A LVP","F NTH"]},{"centres":["BRE","MAR","PAR"],"name":"France","power":"FRANCE","units":["A BUR","F MAO","A MAR"]},{"centres":["BER","KIE","MUN"],"name":"Germany","power":"GERMANY","units":["A BER","F KIE","A MUN"]},{"centres":["NAP","ROM","VEN"],"name":"Italy","power":"ITALY","units":["F NAP","A ROM","A VEN"]},{"centres":["MOS","SEV","STP","WAR"],"name":"Russia","power":"RUSSIA","units":["A MOS","F SEV","F STP/SC","A WAR"]},{"centres":["ANK","CON","SMY"],"name":"Turkey","power":"TURKEY","units":["F ANK","A CON","A SMY"]}],"neutral":["BEL","BUL","DEN","GRE","HOL","NWY","POR","RUM","SER","SPA","SWE","TUN"],"picture":{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]},"taken":[]}],["seals",{"phase":"S1901M","seals":[["Austria","6c25dcc7914002d540cc3c7eb89331bc4f8461a472c1e2b269503aac9c2193da"],["England","591ebe6674102f8855a544124f1aaca58a0fcf24eaeb3c4229468949b360f083"],["France","8b9ed5758832232e84e41059408319a7305dbe6b21a35e9d31998473a88c2f78"],["Germany","9d64abfc71b4753f8aba42d5514b68364a4f1db3cc26355dcd17a230864c34cc"],["Italy","140cb1ca60864d9c8c1c24e47fbc93b9b2613962ce6fba73467529dc0ea9aafc"],["Russia","a740640024749a5e0ef063a91bbb9073f301576480968470beae6a3675249e69"],["Turkey","f8d9c5a3b3af0003d30d9e53c8a6aca19edf8bb1382921452ae153135b841f11"]]}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : F ANK - ARM | - BLA","2 : A CON - ANK","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":false,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":""}],["head",{"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","key":"f60df940f2842a7c82582728f9c0b8ebb949d82032be91250e8ff049916a39d1"}]]','','7gvm32n5z5jjunqghsnavvokqzanrjuj@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',3,5,'2026-01-05T21:00:00Z','answer','F1901M','Re: [spring] F1901M: what we have from you','YOUR ACCOUNT                                       AgP
  to England                                        -1
  balance now                                       41

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 3
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : A BUR - BEL | - GAS
  2 : F MAO - BRE
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.
','[["statement",{"balance":41,"entries":[{"amount":-1,"what":"to England"}]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BUR - BEL | - GAS","2 : F MAO - BRE","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}]]','','d6alul2ns7gmskwm7uufpvxkdue7kypp@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',3,5,'2026-01-05T21:00:00Z','notice','F1901M','[spring] F1901M: your account','England, your account. Next: offers for Fall 1901, due Thu 8 Jan 20:30
UTC, in 3 days.

YOUR ACCOUNT                                       AgP
  from France                                       +1
  balance now                                       46

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 3
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : F EDI - CLY | - NTH
  2 : A LVP - CLY
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.
','[["statement",{"balance":46,"entries":[{"amount":1,"what":"from France"}]}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : F EDI - CLY | - NTH","2 : A LVP - CLY","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}]]','','ucgeyylcuprfk4aovb6rafmn6sdtcmm4@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',4,6,'2026-01-05T22:00:00Z','answer','F1901M','Re: [spring] F1901M: nothing has changed','We could not take this mail: 1 fault in its 1 line. Nothing in it was
done.

  line 1  3 : F LON - QQQ
                      ^
    no province of that name

We have nothing on file from you for F1901M.

YOUR MAIL, to mend and send back:
  3 : F LON - QQQ

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 3
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : F EDI - CLY | - NTH
  2 : A LVP - CLY
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.
','[["refused",{"final":false,"lines":1,"more":0,"phase":"F1901M","problems":[{"column":13,"hints":[],"line":1,"message":"no province of that name","text":"3 : F LON - QQQ"}],"reason":"","retry":["3 : F LON - QQQ"],"still":[],"what":"movement"}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : F EDI - CLY | - NTH","2 : A LVP - CLY","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 3 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}]]','','dnyxkit2h4xwpp3kbuvpwoeg44k7dqu4@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',5,7,'2026-01-07T08:30:00Z','reminder','F1901M','[spring] F1901M: a reminder','A reminder: something from you is still missing for Fall 1901.

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 2
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : F EDI - CLY | - NTH
  2 : A LVP - CLY
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.
','[["reminder",{"due":"","title":"Fall 1901"}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : F EDI - CLY | - NTH","2 : A LVP - CLY","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 2 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}]]','','wchftwripk7ngzt2pvzmwoykk4d5nxn7@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',4,7,'2026-01-07T08:30:00Z','reminder','F1901M','[spring] F1901M: a reminder','A reminder: something from you is still missing for Fall 1901.

YOU OWE: offers for Fall 1901 (F1901M), due Thu 8 Jan 20:30 UTC, in 2
days.
Without an answer: each of your units gets a HOLD for 0.

TO ANSWER just reply. For example:
  4 : A BUR - BEL | - GAS
  2 : F MAO - BRE
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.
','[["reminder",{"due":"","title":"Fall 1901"}],["owes",{"asked":false,"default":"each of your units gets a HOLD for 0","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BUR - BEL | - GAS","2 : F MAO - BRE","10 $"],"filed":false,"final":false,"grace":false,"lines":0,"owes":true,"paused":false,"phase":"F1901M","soon":"in 2 days","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}]]','','lcb3zhlczqi4dug3mszqferzy737lpwe@example.org');
INSERT INTO "ledger" VALUES('spring','FRANCE',5,8,'2026-01-07T18:00:00Z','answer','F1901M','Re: [spring] F1901M: what we have from you','Your acceptance list is now FAEGIRT: France, Austria, England, Germany,
Italy, Russia, Turkey. It stands until you send another.

Filed for Fall 1901 (F1901M), as we read it.

  5 : A BUR - MUN

This costs at most 5 AgP. Your balance is 41.

If this completes the phase, you have at least 30 minutes more to change
it.

Seal of it: c5ad90d93d5d31ff4b8ad8589cca5fbb
            d2c8145192db74914210d315ac533965

Your offers for Fall 1901 (F1901M) are in. You may send others until Thu
8 Jan 20:30 UTC.

TO ANSWER just reply. For example:
  4 : A BUR - BEL | - GAS
  2 : F MAO - BRE
  10 $
HELP OFFERS explains the rest, SHOW shows what we have from you.

Receipt for what came at 2026-01-07T18:00:00Z (HELP SEALS):
  4a5ee73a0f3d2c83c827889db72024be
  9555af824b95c677a9706cbc8ffaad38
  wGzv0xcI2d+Jkq7u/X5nmI
  LLfEbeK/Tic2Ovr1tW+l45
  +RDIK31BwqOFShCJWC8tZ3
  HiwRroy2SxsJPxRhz4AA==
','[["accepted",{"letters":"FAEGIRT","names":["France","Austria","England","Germany","Italy","Russia","Turkey"]}],["filed",{"again":false,"cost":{"available":41,"balance":41,"most":5},"lines":["5 : A BUR - MUN"],"phase":"F1901M","title":"Fall 1901","warnings":[],"what":"offers"}],["maycomplete",{"after":"30 minutes"}],["sealed",{"seal":"c5ad90d93d5d31ff4b8ad8589cca5fbbd2c8145192db74914210d315ac533965"}],["owes",{"asked":false,"default":"","due":"Thu 8 Jan 20:30 UTC","example":["4 : A BUR - BEL | - GAS","2 : F MAO - BRE","10 $"],"filed":true,"final":false,"grace":false,"lines":1,"owes":true,"paused":false,"phase":"F1901M","soon":"in 26 hours","stage":"","title":"Fall 1901","topic":"OFFERS","waiting":false,"what":"offers"}],["receipt",{"at":"2026-01-07T18:00:00Z","leaf":"4a5ee73a0f3d2c83c827889db72024be9555af824b95c677a9706cbc8ffaad38","signature":"wGzv0xcI2d+Jkq7u/X5nmILLfEbeK/Tic2Ovr1tW+l45+RDIK31BwqOFShCJWC8tZ3HiwRroy2SxsJPxRhz4AA=="}]]','','njuo362lg6pjt4mia4eimlwddswj6r4c@example.org');
INSERT INTO "ledger" VALUES('spring','ENGLAND',6,9,'2026-01-07T19:00:00Z','answer','F1901M','Re: [spring] F1901M: do you resign?','Do you want to resign as England? Reply with the one word CONFIRM and it
is done. Without it nothing happens.
','[["confirmasked",{"address":"","person":"","refused":"","what":"resign as England","word":"CONFIRM"}]]','','g7joqukb3amomy2hgoygjy2eraotmm3n@example.org');
INSERT INTO "ledger" VALUES('spring','8b042582feac545ab21bc7b907e31150',0,10,'2026-01-07T20:00:00Z','answer','F1901M','Re: [spring] F1901M: do you take Russia?','Do you want to take Russia? Reply with the one word CONFIRM and it is
done. Without it nothing happens.
','[["confirmasked",{"address":"","person":"","refused":"","what":"take Russia","word":"CONFIRM"}]]','','7pttbmcdbeodhpe43ejmi3hl6y6uegmc@example.org');
CREATE TABLE migrations (name text primary key);
INSERT INTO "migrations" VALUES('first');
INSERT INTO "migrations" VALUES('real-mail');
INSERT INTO "migrations" VALUES('desk');
INSERT INTO "migrations" VALUES('proof');
INSERT INTO "migrations" VALUES('hashes');
INSERT INTO "migrations" VALUES('texts');
CREATE TABLE outbox (
    id integer primary key, game text not null, reader text not null, recipient text not null,
    message_id text not null, raw blob not null, queued text not null, state text not null,
    tries integer not null default 0, next_try text not null, answer text not null default '', sent text
);
INSERT INTO "outbox" VALUES(1,'spring','ENGLAND','bob@example.com','lcwx54gfxng3iowtqp3mszb7c6leobas@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B6C646B626276613369636F6A3434337874737577406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2053313930314D3A207468652067616D6520626567696E730D0A446174653A204D6F6E2C203035204A616E20323032362031383A30303A3030202B303030300D0A4D6573736167652D49443A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A456E676C616E642C207468652067616D6520626567696E732E204E6578743A206F666665727320616E6420616E20616363657074616E6365206C69737420666F7220537072696E670D0A313930312C20647565205468752038204A616E2031383A3030205554432C20696E203320646179732E0D0A0D0A57656C636F6D6520746F205061796F6C61204469706C6F6D6163792C2067616D6520737072696E672E20596F7520706C617920456E676C616E642E2045766572797468696E670D0A697320646F6E6520627920616E73776572696E67207468657365206D61696C733A206A75737420686974205265706C792E0D0A0D0A596F75206F72646572206E6F20756E6974733A20796F75206F66666572206D6F6E657920746F20756E697473206F6620616E7920706F7765722C20616E64206561636820756E69740D0A646F65732077686174206974206973206F666665726564206D6F737420666F722E2048454C50204F46464552532073686F777320686F772C2048454C50204D4F4E455920686F770D0A697420697320636F756E7465642E204265666F726520746865206669727374206D6F766573206576657279626F647920616C736F2073656E647320616E20616363657074616E63650D0A6C6973742C20776869636820736574746C65732074696573202848454C5020414343455054292E0D0A0D0A54484520504C41594552530D0A2020417573747269612028766163616E74290D0A2020456E676C616E640D0A20204672616E63650D0A20204765726D616E792028766163616E74290D0A20204974616C792028766163616E74290D0A20205275737369612028766163616E74290D0A20205475726B65792028766163616E74290D0A0D0A53454544206F6620616C6C2064726177732C207365616C6564202848454C50205345414C53293A0D0A2020303433613731383737346335373262643861323561646265623162666364356330323536616531316365636639663963336639323564306535326265616638390D0A0D0A544849532047414D450D0A2020646561646C696E657320202020206D6F76656D656E74203320646179732C20726574726561742031206461792C2061646A7573746D656E742031206461790D0A20206561726C792020202020202020203330206D696E757465732061667465722065766572797468696E6720697320696E202848454C502057414954290D0A2020677261636520202020202020202031206461792C206E6F626F647920697320746F6C642077686F206973206D697373696E670D0A20206D697373696E67202020202020206973207265706C616365642C2061732065616368206D61696C20736179730D0A20206D6F72652074696D652020202020757020746F2031342064617973202848454C5020414253454E54292C20455854454E442061736B73206576657279626F64790D0A20206D65737361676573202020202020707269766174652C207075626C69630D0A202074696D65207A6F6E6520202020205554430D0A0D0A544158455320666F722031393031202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A2020332063656E74726573202020202020202020202020202020202020202020202020202020202020202020202020202020202B34380D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034380D0A0D0A54484520424F4152440D0A202041757374726961202020202041204255442C2046205452492C2041205649450D0A2020456E676C616E64202020202046204544492C2046204C4F4E2C2041204C56500D0A20204672616E636520202020202046204252452C2041204D41522C2041205041520D0A20204765726D616E79202020202041204245522C2046204B49452C2041204D554E0D0A20204974616C792020202020202046204E41502C204120524F4D2C20412056454E0D0A202052757373696120202020202041204D4F532C2046205345562C2046205354502F53432C2041205741520D0A20205475726B65792020202020204620414E4B2C204120434F4E2C204120534D590D0A0D0A43454E5452455320286173206C61737420636F756E7465643B20616761696E206166746572206561636820617574756D6E290D0A202041757374726961203320202042554420545249205649450D0A2020456E676C616E642033202020454449204C4F4E204C56500D0A20204672616E6365203320202020425245204D4152205041520D0A20204765726D616E792033202020424552204B4945204D554E0D0A20204974616C79203320202020204E415020524F4D2056454E0D0A20205275737369612034202020204D4F532053455620535450205741520D0A20205475726B6579203320202020414E4B20434F4E20534D590D0A20206E65757472616C203132202042454C2042554C2044454E2047524520484F4C204E575920504F522052554D2053455220535041205357452054554E0D0A0D0A594F55204F57453A206F666665727320616E6420616E20616363657074616E6365206C69737420666F7220537072696E672031393031202853313930314D292C20647565205468750D0A38204A616E2031383A3030205554432C20696E203320646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220303B20796F757220616363657074616E63650D0A6C69737420697320796F757273656C662066697273742C207468656E20746865206F7468657273206279206E616D652E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202041434345505420454146474952540D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2046204C4F4E202D20454E470D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A48454144206F6620746865206A6F75726E616C2C20616E6420746865206B6579206F66206F7572207265636569707473202848454C50205345414C53290D0A2020686561642062333962346635336138353130346162633266623030666235313833386233330D0A2020202020202062653531366139653733396335363232633433383433336164306234653563640D0A20206B6579202066363064663934306632383432613763383235383237323866396330623865620D0A2020202020202062393439643832303332626539313235306538666630343939313661333964310D0A','2026-01-05T18:00:00Z','sent',1,'2026-01-05T18:00:00Z','250 2.0.0 Ok','2026-01-05T18:00:00Z');
INSERT INTO "outbox" VALUES(2,'spring','FRANCE','alice@example.com','uxyouuhdqvgo2ix6or5s2sgxq44du3ep@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B7A33367467696564786C353267686E6F32623434406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2053313930314D3A207468652067616D6520626567696E730D0A446174653A204D6F6E2C203035204A616E20323032362031383A30303A3030202B303030300D0A4D6573736167652D49443A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A4672616E63652C207468652067616D6520626567696E732E204E6578743A206F666665727320616E6420616E20616363657074616E6365206C69737420666F7220537072696E670D0A313930312C20647565205468752038204A616E2031383A3030205554432C20696E203320646179732E0D0A0D0A57656C636F6D6520746F205061796F6C61204469706C6F6D6163792C2067616D6520737072696E672E20596F7520706C6179204672616E63652E2045766572797468696E672069730D0A646F6E6520627920616E73776572696E67207468657365206D61696C733A206A75737420686974205265706C792E0D0A0D0A596F75206F72646572206E6F20756E6974733A20796F75206F66666572206D6F6E657920746F20756E697473206F6620616E7920706F7765722C20616E64206561636820756E69740D0A646F65732077686174206974206973206F666665726564206D6F737420666F722E2048454C50204F46464552532073686F777320686F772C2048454C50204D4F4E455920686F770D0A697420697320636F756E7465642E204265666F726520746865206669727374206D6F766573206576657279626F647920616C736F2073656E647320616E20616363657074616E63650D0A6C6973742C20776869636820736574746C65732074696573202848454C5020414343455054292E0D0A0D0A54484520504C41594552530D0A2020417573747269612028766163616E74290D0A2020456E676C616E640D0A20204672616E63650D0A20204765726D616E792028766163616E74290D0A20204974616C792028766163616E74290D0A20205275737369612028766163616E74290D0A20205475726B65792028766163616E74290D0A0D0A53454544206F6620616C6C2064726177732C207365616C6564202848454C50205345414C53293A0D0A2020303433613731383737346335373262643861323561646265623162666364356330323536616531316365636639663963336639323564306535326265616638390D0A0D0A544849532047414D450D0A2020646561646C696E657320202020206D6F76656D656E74203320646179732C20726574726561742031206461792C2061646A7573746D656E742031206461790D0A20206561726C792020202020202020203330206D696E757465732061667465722065766572797468696E6720697320696E202848454C502057414954290D0A2020677261636520202020202020202031206461792C206E6F626F647920697320746F6C642077686F206973206D697373696E670D0A20206D697373696E67202020202020206973207265706C616365642C2061732065616368206D61696C20736179730D0A20206D6F72652074696D652020202020757020746F2031342064617973202848454C5020414253454E54292C20455854454E442061736B73206576657279626F64790D0A20206D65737361676573202020202020707269766174652C207075626C69630D0A202074696D65207A6F6E6520202020205554430D0A0D0A544158455320666F722031393031202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A2020332063656E74726573202020202020202020202020202020202020202020202020202020202020202020202020202020202B34380D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034380D0A0D0A54484520424F4152440D0A202041757374726961202020202041204255442C2046205452492C2041205649450D0A2020456E676C616E64202020202046204544492C2046204C4F4E2C2041204C56500D0A20204672616E636520202020202046204252452C2041204D41522C2041205041520D0A20204765726D616E79202020202041204245522C2046204B49452C2041204D554E0D0A20204974616C792020202020202046204E41502C204120524F4D2C20412056454E0D0A202052757373696120202020202041204D4F532C2046205345562C2046205354502F53432C2041205741520D0A20205475726B65792020202020204620414E4B2C204120434F4E2C204120534D590D0A0D0A43454E5452455320286173206C61737420636F756E7465643B20616761696E206166746572206561636820617574756D6E290D0A202041757374726961203320202042554420545249205649450D0A2020456E676C616E642033202020454449204C4F4E204C56500D0A20204672616E6365203320202020425245204D4152205041520D0A20204765726D616E792033202020424552204B4945204D554E0D0A20204974616C79203320202020204E415020524F4D2056454E0D0A20205275737369612034202020204D4F532053455620535450205741520D0A20205475726B6579203320202020414E4B20434F4E20534D590D0A20206E65757472616C203132202042454C2042554C2044454E2047524520484F4C204E575920504F522052554D2053455220535041205357452054554E0D0A0D0A594F55204F57453A206F666665727320616E6420616E20616363657074616E6365206C69737420666F7220537072696E672031393031202853313930314D292C20647565205468750D0A38204A616E2031383A3030205554432C20696E203320646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220303B20796F757220616363657074616E63650D0A6C69737420697320796F757273656C662066697273742C207468656E20746865206F7468657273206279206E616D652E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202041434345505420464145474952540D0A202034203A204620425245202D20454E47207C202D204741530D0A202032203A2041204D4152202D204255520D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A48454144206F6620746865206A6F75726E616C2C20616E6420746865206B6579206F66206F7572207265636569707473202848454C50205345414C53290D0A2020686561642062333962346635336138353130346162633266623030666235313833386233330D0A2020202020202062653531366139653733396335363232633433383433336164306234653563640D0A20206B6579202066363064663934306632383432613763383235383237323866396330623865620D0A2020202020202062393439643832303332626539313235306538666630343939313661333964310D0A','2026-01-05T18:00:00Z','sent',1,'2026-01-05T18:00:00Z','250 2.0.0 Ok','2026-01-05T18:00:00Z');
INSERT INTO "outbox" VALUES(3,'spring','FRANCE','alice@example.com','c5jggpex5gfia2rcixmsed3q7syuefkv@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B3277356771706F733264697765376A776F64777A406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2053313930314D3A207768617420776520686176652066726F6D20796F750D0A446174653A204D6F6E2C203035204A616E20323032362031393A30303A3030202B303030300D0A4D6573736167652D49443A203C63356A6767706578356766696132726369786D73656433713773797565666B76406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3140636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E203C3140636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A596F757220616363657074616E6365206C697374206973206E6F7720464145474952543A204672616E63652C20417573747269612C20456E676C616E642C204765726D616E792C0D0A4974616C792C205275737369612C205475726B65792E204974207374616E647320756E74696C20796F752073656E6420616E6F746865722E0D0A0D0A46696C656420666F7220537072696E672031393031202853313930314D292C20617320776520726561642069742E0D0A0D0A202034203A204120504152202D204255520D0A202032203A204620425245202D204D414F0D0A0D0A5468697320636F737473206174206D6F73742036204167502E20596F75722062616C616E63652069732034382E0D0A0D0A4966207468697320636F6D706C65746573207468652070686173652C20796F752068617665206174206C65617374203330206D696E75746573206D6F726520746F206368616E67650D0A69742E0D0A0D0A5365616C206F662069743A2038623965643537353838333232333265383465343130353934303833313961370D0A20202020202020202020202033303564626536623231613335653964333139393834373361383863326637380D0A0D0A596F7572206F666665727320666F7220537072696E672031393031202853313930314D292061726520696E2E20596F75206D61792073656E64206F746865727320756E74696C0D0A5468752038204A616E2031383A3030205554432E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620425245202D20454E47207C202D204741530D0A202032203A2041204D4152202D204255520D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A5265636569707420666F7220776861742063616D6520617420323032362D30312D30355431393A30303A30305A202848454C50205345414C53293A0D0A202030646633303530313937653839396135373733363865376238316261383136340D0A202064333365333162303466313139373135333631323037396665623661633138640D0A20202B616E62507568455569564A356677447453346B6B6A0D0A2020552B6743444850764161354E72474A3035344D5368390D0A20205861384D686649755351474561367358436F6538305A0D0A2020414548362F724530493576746A2F307A716742773D3D0D0A','2026-01-05T19:00:00Z','sent',1,'2026-01-05T19:00:00Z','250 2.0.0 Ok','2026-01-05T19:00:00Z');
INSERT INTO "outbox" VALUES(4,'spring','ENGLAND','bob@example.com','2vs6w2gc7hn2iyix2lcdv7ieqdjvretz@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B6932617865367066697A666C6776336D6F646264406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2053313930314D3A207768617420776520686176652066726F6D20796F750D0A446174653A204D6F6E2C203035204A616E20323032362032303A30303A3030202B303030300D0A4D6573736167652D49443A203C327673367732676337686E3269796978326C63647637696571646A767265747A406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3240636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E203C3240636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A596F757220616363657074616E6365206C697374206973206E6F7720464145474952543A204672616E63652C20417573747269612C20456E676C616E642C204765726D616E792C0D0A4974616C792C205275737369612C205475726B65792E204974207374616E647320756E74696C20796F752073656E6420616E6F746865722E0D0A0D0A46696C656420666F7220537072696E672031393031202853313930314D292C20617320776520726561642069742E0D0A0D0A202033203A2046204C4F4E202D204E54480D0A0D0A5468697320636F737473206174206D6F73742033204167502E20596F75722062616C616E63652069732034382E0D0A0D0A4966207468697320636F6D706C65746573207468652070686173652C20796F752068617665206174206C65617374203330206D696E75746573206D6F726520746F206368616E67650D0A69742E0D0A0D0A5365616C206F662069743A2035393165626536363734313032663838353561353434313234663161616361350D0A20202020202020202020202038613066636632346561656233633432323934363839343962333630663038330D0A0D0A596F7572206F666665727320666F7220537072696E672031393031202853313930314D292061726520696E2E20596F75206D61792073656E64206F746865727320756E74696C0D0A5468752038204A616E2031383A3030205554432E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2046204C4F4E202D20454E470D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A5265636569707420666F7220776861742063616D6520617420323032362D30312D30355432303A30303A30305A202848454C50205345414C53293A0D0A202034366631316233323531366163666331633038373639616361353132316666310D0A202035316363653334326539313561363033363735666364653232663230373831300D0A2020584B384C734D447A685874656A6230426473654E2F380D0A20207572707370685A417332707575536C516E6B4C586E360D0A202048583071615579455057306832346E68394E657161460D0A202048717233646A5845524F77424F724542714742673D3D0D0A','2026-01-05T20:00:00Z','sent',1,'2026-01-05T20:00:00Z','250 2.0.0 Ok','2026-01-05T20:00:00Z');
INSERT INTO "outbox" VALUES(5,'spring','ENGLAND','bob@example.com','2l5ohhaafjs5ggs4r2f7upaoiyme6ga5@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B73737736777470753379356E34346F6F76646C72406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2046313930314D3A20537072696E672031393031206A75646765640D0A446174653A204D6F6E2C203035204A616E20323032362032303A33303A3030202B303030300D0A4D6573736167652D49443A203C326C356F68686161666A733567677334723266377570616F69796D6536676135406578616D706C652E6F72673E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A456E676C616E642C20537072696E672031393031206A75646765642E204E6578743A206F666665727320666F722046616C6C20313930312C20647565205468752038204A616E0D0A32303A3330205554432C20696E203320646179732E0D0A0D0A594F555220554E495453202020202020202020202020202020202020202020202020202020202020202862726962652061636365707465642C204167502C206174207269676874290D0A202046204544492048202020202020202020202020202020202068656C642020202020202020202020202020202020202020202020202020202020202020202020202020202020300D0A202046204C4F4E202D204E5448202020202020202020202020206D6F76656420202020202020202020202020202020202020202020202020202020202020202020202020202020330D0A202041204C56502048202020202020202020202020202020202068656C642020202020202020202020202020202020202020202020202020202020202020202020202020202020300D0A0D0A594F5552204143434F554E542020202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A202062616C616E6365206265666F726520202020202020202020202020202020202020202020202020202020202020202020202034380D0A202046204C4F4E202D204E54482020202020202020202020202020202020202020202020202020202020202020202020202020202D330D0A2020746F74616C20657870656E6465642020202020202020202020202020202020202020202020202020202020202020202020202D330D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034350D0A0D0A537072696E6720313930312072616E206265666F72652069747320646561646C696E653A2065766572797468696E672077617320696E2E0D0A0D0A414C4C204F5244455253206F6620537072696E6720313930310D0A417573747269610D0A202041204255442048202020202020202020202020202020202068656C640D0A202046205452492048202020202020202020202020202020202068656C640D0A202041205649452048202020202020202020202020202020202068656C640D0A456E676C616E640D0A202046204544492048202020202020202020202020202020202068656C640D0A202046204C4F4E202D204E5448202020202020202020202020206D6F7665640D0A202041204C56502048202020202020202020202020202020202068656C640D0A4672616E63650D0A20204620425245202D204D414F202020202020202020202020206D6F7665640D0A202041204D41522048202020202020202020202020202020202068656C640D0A20204120504152202D20425552202020202020202020202020206D6F7665640D0A4765726D616E790D0A202041204245522048202020202020202020202020202020202068656C640D0A202046204B49452048202020202020202020202020202020202068656C640D0A202041204D554E2048202020202020202020202020202020202068656C640D0A4974616C790D0A202046204E41502048202020202020202020202020202020202068656C640D0A20204120524F4D2048202020202020202020202020202020202068656C640D0A2020412056454E2048202020202020202020202020202020202068656C640D0A5275737369610D0A202041204D4F532048202020202020202020202020202020202068656C640D0A202046205345562048202020202020202020202020202020202068656C640D0A202046205354502F53432048202020202020202020202020202068656C640D0A202041205741522048202020202020202020202020202020202068656C640D0A5475726B65790D0A20204620414E4B2048202020202020202020202020202020202068656C640D0A20204120434F4E2048202020202020202020202020202020202068656C640D0A20204120534D592048202020202020202020202020202020202068656C640D0A0D0A54484520424F4152440D0A202041757374726961202020202041204255442C2046205452492C2041205649450D0A2020456E676C616E64202020202046204544492C2041204C56502C2046204E54480D0A20204672616E636520202020202041204255522C2046204D414F2C2041204D41520D0A20204765726D616E79202020202041204245522C2046204B49452C2041204D554E0D0A20204974616C792020202020202046204E41502C204120524F4D2C20412056454E0D0A202052757373696120202020202041204D4F532C2046205345562C2046205354502F53432C2041205741520D0A20205475726B65792020202020204620414E4B2C204120434F4E2C204120534D590D0A0D0A43454E5452455320286173206C61737420636F756E7465643B20616761696E206166746572206561636820617574756D6E290D0A202041757374726961203320202042554420545249205649450D0A2020456E676C616E642033202020454449204C4F4E204C56500D0A20204672616E6365203320202020425245204D4152205041520D0A20204765726D616E792033202020424552204B4945204D554E0D0A20204974616C79203320202020204E415020524F4D2056454E0D0A20205275737369612034202020204D4F532053455620535450205741520D0A20205475726B6579203320202020414E4B20434F4E20534D590D0A20206E65757472616C203132202042454C2042554C2044454E2047524520484F4C204E575920504F522052554D2053455220535041205357452054554E0D0A0D0A5345414C53206F662053313930314D202848454C50205345414C53206578706C61696E73207468656D290D0A20204175737472696120202036633235646363373931343030326435343063633363376562383933333162630D0A20202020202020202020202034663834363161343732633165326232363935303361616339633231393364610D0A2020456E676C616E6420202035393165626536363734313032663838353561353434313234663161616361350D0A20202020202020202020202038613066636632346561656233633432323934363839343962333630663038330D0A20204672616E63652020202038623965643537353838333232333265383465343130353934303833313961370D0A20202020202020202020202033303564626536623231613335653964333139393834373361383863326637380D0A20204765726D616E7920202039643634616266633731623437353366386162613432643535313462363833360D0A20202020202020202020202034613466316462336363323633353564636431376132333038363463333463630D0A20204974616C79202020202031343063623163613630383634643963386331633234653437666263393362390D0A20202020202020202020202062323631333936326365366662613733343637353239646330656139616166630D0A20205275737369612020202061373430363430303234373439613565306566303633613931626262393037330D0A20202020202020202020202066333031353736343830393638343730626561653661333637353234396536390D0A20205475726B65792020202066386439633561336233616630303033643330643965353363386136616361310D0A20202020202020202020202039656466386262313338323932313435326165313533313335623834316631310D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20330D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2041204C5650202D20434C590D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A48454144206F6620746865206A6F75726E616C2C20616E6420746865206B6579206F66206F7572207265636569707473202848454C50205345414C53290D0A2020686561642037323761633733346362376138376437623238393064626464353939343939660D0A2020202020202065616462623335613533306362643732653065366632653835383136383366300D0A20206B6579202066363064663934306632383432613763383235383237323866396330623865620D0A2020202020202062393439643832303332626539313235306538666630343939313661333964310D0A','2026-01-05T20:30:00Z','sent',1,'2026-01-05T20:30:00Z','250 2.0.0 Ok','2026-01-05T21:00:00Z');
INSERT INTO "outbox" VALUES(6,'spring','FRANCE','alice@example.com','tsd4osvyuyziqh7ugh6fdpqq2lsxdzeq@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B663665366F6E777464796C6C64336E6F61796670406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2046313930314D3A20537072696E672031393031206A75646765640D0A446174653A204D6F6E2C203035204A616E20323032362032303A33303A3030202B303030300D0A4D6573736167652D49443A203C747364346F73767975797A69716837756768366664707171326C7378647A6571406578616D706C652E6F72673E0D0A5265666572656E6365733A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A4672616E63652C20537072696E672031393031206A75646765642E204E6578743A206F666665727320666F722046616C6C20313930312C20647565205468752038204A616E0D0A32303A3330205554432C20696E203320646179732E0D0A0D0A594F555220554E495453202020202020202020202020202020202020202020202020202020202020202862726962652061636365707465642C204167502C206174207269676874290D0A20204620425245202D204D414F202020202020202020202020206D6F76656420202020202020202020202020202020202020202020202020202020202020202020202020202020320D0A202041204D41522048202020202020202020202020202020202068656C642020202020202020202020202020202020202020202020202020202020202020202020202020202020300D0A20204120504152202D20425552202020202020202020202020206D6F76656420202020202020202020202020202020202020202020202020202020202020202020202020202020340D0A0D0A594F5552204143434F554E542020202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A202062616C616E6365206265666F726520202020202020202020202020202020202020202020202020202020202020202020202034380D0A20204120504152202D204255522020202020202020202020202020202020202020202020202020202020202020202020202020202D340D0A20204620425245202D204D414F2020202020202020202020202020202020202020202020202020202020202020202020202020202D320D0A2020746F74616C20657870656E6465642020202020202020202020202020202020202020202020202020202020202020202020202D360D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034320D0A0D0A537072696E6720313930312072616E206265666F72652069747320646561646C696E653A2065766572797468696E672077617320696E2E0D0A0D0A414C4C204F5244455253206F6620537072696E6720313930310D0A417573747269610D0A202041204255442048202020202020202020202020202020202068656C640D0A202046205452492048202020202020202020202020202020202068656C640D0A202041205649452048202020202020202020202020202020202068656C640D0A456E676C616E640D0A202046204544492048202020202020202020202020202020202068656C640D0A202046204C4F4E202D204E5448202020202020202020202020206D6F7665640D0A202041204C56502048202020202020202020202020202020202068656C640D0A4672616E63650D0A20204620425245202D204D414F202020202020202020202020206D6F7665640D0A202041204D41522048202020202020202020202020202020202068656C640D0A20204120504152202D20425552202020202020202020202020206D6F7665640D0A4765726D616E790D0A202041204245522048202020202020202020202020202020202068656C640D0A202046204B49452048202020202020202020202020202020202068656C640D0A202041204D554E2048202020202020202020202020202020202068656C640D0A4974616C790D0A202046204E41502048202020202020202020202020202020202068656C640D0A20204120524F4D2048202020202020202020202020202020202068656C640D0A2020412056454E2048202020202020202020202020202020202068656C640D0A5275737369610D0A202041204D4F532048202020202020202020202020202020202068656C640D0A202046205345562048202020202020202020202020202020202068656C640D0A202046205354502F53432048202020202020202020202020202068656C640D0A202041205741522048202020202020202020202020202020202068656C640D0A5475726B65790D0A20204620414E4B2048202020202020202020202020202020202068656C640D0A20204120434F4E2048202020202020202020202020202020202068656C640D0A20204120534D592048202020202020202020202020202020202068656C640D0A0D0A54484520424F4152440D0A202041757374726961202020202041204255442C2046205452492C2041205649450D0A2020456E676C616E64202020202046204544492C2041204C56502C2046204E54480D0A20204672616E636520202020202041204255522C2046204D414F2C2041204D41520D0A20204765726D616E79202020202041204245522C2046204B49452C2041204D554E0D0A20204974616C792020202020202046204E41502C204120524F4D2C20412056454E0D0A202052757373696120202020202041204D4F532C2046205345562C2046205354502F53432C2041205741520D0A20205475726B65792020202020204620414E4B2C204120434F4E2C204120534D590D0A0D0A43454E5452455320286173206C61737420636F756E7465643B20616761696E206166746572206561636820617574756D6E290D0A202041757374726961203320202042554420545249205649450D0A2020456E676C616E642033202020454449204C4F4E204C56500D0A20204672616E6365203320202020425245204D4152205041520D0A20204765726D616E792033202020424552204B4945204D554E0D0A20204974616C79203320202020204E415020524F4D2056454E0D0A20205275737369612034202020204D4F532053455620535450205741520D0A20205475726B6579203320202020414E4B20434F4E20534D590D0A20206E65757472616C203132202042454C2042554C2044454E2047524520484F4C204E575920504F522052554D2053455220535041205357452054554E0D0A0D0A5345414C53206F662053313930314D202848454C50205345414C53206578706C61696E73207468656D290D0A20204175737472696120202036633235646363373931343030326435343063633363376562383933333162630D0A20202020202020202020202034663834363161343732633165326232363935303361616339633231393364610D0A2020456E676C616E6420202035393165626536363734313032663838353561353434313234663161616361350D0A20202020202020202020202038613066636632346561656233633432323934363839343962333630663038330D0A20204672616E63652020202038623965643537353838333232333265383465343130353934303833313961370D0A20202020202020202020202033303564626536623231613335653964333139393834373361383863326637380D0A20204765726D616E7920202039643634616266633731623437353366386162613432643535313462363833360D0A20202020202020202020202034613466316462336363323633353564636431376132333038363463333463630D0A20204974616C79202020202031343063623163613630383634643963386331633234653437666263393362390D0A20202020202020202020202062323631333936326365366662613733343637353239646330656139616166630D0A20205275737369612020202061373430363430303234373439613565306566303633613931626262393037330D0A20202020202020202020202066333031353736343830393638343730626561653661333637353234396536390D0A20205475726B65792020202066386439633561336233616630303033643330643965353363386136616361310D0A20202020202020202020202039656466386262313338323932313435326165313533313335623834316631310D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20330D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204120425552202D2042454C207C202D204741530D0A202032203A2046204D414F202D204252450D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A48454144206F6620746865206A6F75726E616C2C20616E6420746865206B6579206F66206F7572207265636569707473202848454C50205345414C53290D0A2020686561642037323761633733346362376138376437623238393064626464353939343939660D0A2020202020202065616462623335613533306362643732653065366632653835383136383366300D0A20206B6579202066363064663934306632383432613763383235383237323866396330623865620D0A2020202020202062393439643832303332626539313235306538666630343939313661333964310D0A','2026-01-05T20:30:00Z','sent',1,'2026-01-05T20:30:00Z','250 2.0.0 Ok','2026-01-05T21:00:00Z');
INSERT INTO "outbox" VALUES(7,'spring','FRANCE','alice@example.com','d6alul2ns7gmskwm7uufpvxkdue7kypp@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B657A646A6E6A33796F783770376B37647870787A406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2046313930314D3A207768617420776520686176652066726F6D20796F750D0A446174653A204D6F6E2C203035204A616E20323032362032313A30303A3030202B303030300D0A4D6573736167652D49443A203C6436616C756C326E7337676D736B776D377575667076786B647565376B797070406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3340636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E203C3340636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A594F5552204143434F554E542020202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A2020746F20456E676C616E64202020202020202020202020202020202020202020202020202020202020202020202020202020202D310D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034310D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20330D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204120425552202D2042454C207C202D204741530D0A202032203A2046204D414F202D204252450D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A','2026-01-05T21:00:00Z','sent',1,'2026-01-05T21:00:00Z','250 2.0.0 Ok','2026-01-05T21:00:00Z');
INSERT INTO "outbox" VALUES(8,'spring','ENGLAND','bob@example.com','ucgeyylcuprfk4aovb6rafmn6sdtcmm4@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B626B6F766163636B677964377866706F6D6D6877406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2046313930314D3A20796F7572206163636F756E740D0A446174653A204D6F6E2C203035204A616E20323032362032313A30303A3030202B303030300D0A4D6573736167652D49443A203C7563676579796C63757072666B34616F7662367261666D6E36736474636D6D34406578616D706C652E6F72673E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A456E676C616E642C20796F7572206163636F756E742E204E6578743A206F666665727320666F722046616C6C20313930312C20647565205468752038204A616E2032303A33300D0A5554432C20696E203320646179732E0D0A0D0A594F5552204143434F554E542020202020202020202020202020202020202020202020202020202020202020202020202020204167500D0A202066726F6D204672616E63652020202020202020202020202020202020202020202020202020202020202020202020202020202B310D0A202062616C616E6365206E6F7720202020202020202020202020202020202020202020202020202020202020202020202020202034360D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20330D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2041204C5650202D20434C590D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A','2026-01-05T21:00:00Z','sent',1,'2026-01-05T21:00:00Z','250 2.0.0 Ok','2026-01-05T21:00:00Z');
INSERT INTO "outbox" VALUES(9,'spring','ENGLAND','bob@example.com','dnyxkit2h4xwpp3kbuvpwoeg44k7dqu4@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B797435616B623733726D78326B6E6771636A6C75406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2046313930314D3A206E6F7468696E6720686173206368616E6765640D0A446174653A204D6F6E2C203035204A616E20323032362032323A30303A3030202B303030300D0A4D6573736167652D49443A203C646E79786B697432683478777070336B62757670776F656734346B3764717534406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3440636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E203C3440636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A576520636F756C64206E6F742074616B652074686973206D61696C3A2031206661756C7420696E206974732031206C696E652E204E6F7468696E6720696E206974207761730D0A646F6E652E0D0A0D0A20206C696E652031202033203A2046204C4F4E202D205151510D0A202020202020202020202020202020202020202020205E0D0A202020206E6F2070726F76696E6365206F662074686174206E616D650D0A0D0A57652068617665206E6F7468696E67206F6E2066696C652066726F6D20796F7520666F722046313930314D2E0D0A0D0A594F5552204D41494C2C20746F206D656E6420616E642073656E64206261636B3A0D0A202033203A2046204C4F4E202D205151510D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20330D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2041204C5650202D20434C590D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A','2026-01-05T22:00:00Z','sent',1,'2026-01-05T22:00:00Z','250 2.0.0 Ok','2026-01-05T22:00:00Z');
INSERT INTO "outbox" VALUES(10,'spring','ENGLAND','bob@example.com','wchftwripk7ngzt2pvzmwoykk4d5nxn7@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B7678776F3275777A75706D356464343676763771406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2046313930314D3A20612072656D696E6465720D0A446174653A205765642C203037204A616E20323032362030383A33303A3030202B303030300D0A4D6573736167652D49443A203C7763686674777269706B376E677A743270767A6D776F796B6B3464356E786E37406578616D706C652E6F72673E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A412072656D696E6465723A20736F6D657468696E672066726F6D20796F75206973207374696C6C206D697373696E6720666F722046616C6C20313930312E0D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20320D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204620454449202D20434C59207C202D204E54480D0A202032203A2041204C5650202D20434C590D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A','2026-01-07T08:30:00Z','sent',1,'2026-01-07T08:30:00Z','250 2.0.0 Ok','2026-01-07T18:00:00Z');
INSERT INTO "outbox" VALUES(11,'spring','FRANCE','alice@example.com','lcb3zhlczqi4dug3mszqferzy737lpwe@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B7A6C616669776976746278686D7A376F3278626E406578616D706C652E6F72670D0A5375626A6563743A205B737072696E675D2046313930314D3A20612072656D696E6465720D0A446174653A205765642C203037204A616E20323032362030383A33303A3030202B303030300D0A4D6573736167652D49443A203C6C6362337A686C637A716934647567336D737A716665727A793733376C707765406578616D706C652E6F72673E0D0A5265666572656E6365733A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E0D0A4175746F2D5375626D69747465643A206175746F2D67656E6572617465640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A412072656D696E6465723A20736F6D657468696E672066726F6D20796F75206973207374696C6C206D697373696E6720666F722046616C6C20313930312E0D0A0D0A594F55204F57453A206F666665727320666F722046616C6C2031393031202846313930314D292C20647565205468752038204A616E2032303A3330205554432C20696E20320D0A646179732E0D0A576974686F757420616E20616E737765723A2065616368206F6620796F757220756E6974732067657473206120484F4C4420666F7220302E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204120425552202D2042454C207C202D204741530D0A202032203A2046204D414F202D204252450D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A','2026-01-07T08:30:00Z','sent',1,'2026-01-07T08:30:00Z','250 2.0.0 Ok','2026-01-07T18:00:00Z');
INSERT INTO "outbox" VALUES(12,'spring','FRANCE','alice@example.com','njuo362lg6pjt4mia4eimlwddswj6r4c@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20616C696365406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B6C7A72736F66686F6A63627676687A766F623469406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2046313930314D3A207768617420776520686176652066726F6D20796F750D0A446174653A205765642C203037204A616E20323032362031383A30303A3030202B303030300D0A4D6573736167652D49443A203C6E6A756F3336326C6736706A74346D69613465696D6C77646473776A36723463406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3540636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C7578796F757568647176676F326978366F723573327367787134346475336570406578616D706C652E6F72673E203C3540636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A596F757220616363657074616E6365206C697374206973206E6F7720464145474952543A204672616E63652C20417573747269612C20456E676C616E642C204765726D616E792C0D0A4974616C792C205275737369612C205475726B65792E204974207374616E647320756E74696C20796F752073656E6420616E6F746865722E0D0A0D0A46696C656420666F722046616C6C2031393031202846313930314D292C20617320776520726561642069742E0D0A0D0A202035203A204120425552202D204D554E0D0A0D0A5468697320636F737473206174206D6F73742035204167502E20596F75722062616C616E63652069732034312E0D0A0D0A4966207468697320636F6D706C65746573207468652070686173652C20796F752068617665206174206C65617374203330206D696E75746573206D6F726520746F206368616E67650D0A69742E0D0A0D0A5365616C206F662069743A2063356164393064393364356433316666346238616438353839636361356662620D0A20202020202020202020202064326338313435313932646237343931343231306433313561633533333936350D0A0D0A596F7572206F666665727320666F722046616C6C2031393031202846313930314D292061726520696E2E20596F75206D61792073656E64206F746865727320756E74696C205468750D0A38204A616E2032303A3330205554432E0D0A0D0A544F20414E53574552206A757374207265706C792E20466F72206578616D706C653A0D0A202034203A204120425552202D2042454C207C202D204741530D0A202032203A2046204D414F202D204252450D0A2020313020240D0A48454C50204F4646455253206578706C61696E732074686520726573742C2053484F572073686F7773207768617420776520686176652066726F6D20796F752E0D0A0D0A5265636569707420666F7220776861742063616D6520617420323032362D30312D30375431383A30303A30305A202848454C50205345414C53293A0D0A202034613565653733613066336432633833633832373838396462373230323462650D0A202039353535616638323462393563363737613937303663626338666661616433380D0A202077477A763078634932642B4A6B7137752F58356E6D490D0A20204C4C664562654B2F546963324F76723174572B6C34350D0A20202B5244494B33314277714F465368434A574338745A330D0A202048697752726F79325378734A507852687A3441413D3D0D0A','2026-01-07T18:00:00Z','sent',1,'2026-01-07T18:00:00Z','250 2.0.0 Ok','2026-01-07T18:00:00Z');
INSERT INTO "outbox" VALUES(13,'spring','ENGLAND','bob@example.com','g7joqukb3amomy2hgoygjy2eraotmm3n@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20626F62406578616D706C652E636F6D0D0A5265706C792D546F3A20676D2B7A68737974326A366F7474657373627276683265406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20646F20796F752072657369676E3F0D0A446174653A205765642C203037204A616E20323032362031393A30303A3030202B303030300D0A4D6573736167652D49443A203C67376A6F71756B6233616D6F6D793268676F79676A79326572616F746D6D336E406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3640636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C6C63777835346766786E6733696F77747170336D737A623763366C656F626173406578616D706C652E6F72673E203C3640636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A446F20796F752077616E7420746F2072657369676E20617320456E676C616E643F205265706C79207769746820746865206F6E6520776F726420434F4E4649524D20616E642069740D0A697320646F6E652E20576974686F7574206974206E6F7468696E672068617070656E732E0D0A','2026-01-07T19:00:00Z','waiting',0,'2026-01-07T19:00:00Z','',NULL);
INSERT INTO "outbox" VALUES(14,'spring','8b042582feac545ab21bc7b907e31150','eve@example.net','7pttbmcdbeodhpe43ejmi3hl6y6uegmc@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20657665406578616D706C652E6E65740D0A5265706C792D546F3A20676D2B6A7134727669767468636A686B69797879363566406578616D706C652E6F72670D0A5375626A6563743A2052653A205B737072696E675D2046313930314D3A20646F20796F752074616B65205275737369613F0D0A446174653A205765642C203037204A616E20323032362032303A30303A3030202B303030300D0A4D6573736167652D49443A203C37707474626D636462656F646870653433656A6D6933686C3679367565676D63406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3740636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C3740636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A446F20796F752077616E7420746F2074616B65205275737369613F205265706C79207769746820746865206F6E6520776F726420434F4E4649524D20616E642069742069730D0A646F6E652E20576974686F7574206974206E6F7468696E672068617070656E732E0D0A','2026-01-07T20:00:00Z','waiting',0,'2026-01-07T20:00:00Z','',NULL);
INSERT INTO "outbox" VALUES(15,'','eve@example.net','eve@example.net','fbtojjgftxqo5f6ioioqi3amz4zre2ce@example.org',X'46726F6D3A205468652047616D654D6173746572203C676D406578616D706C652E6F72673E0D0A546F3A20657665406578616D706C652E6E65740D0A5375626A6563743A2052653A20796F7572206D61696C20746F207468652047616D654D61737465720D0A446174653A205765642C203037204A616E20323032362032313A30303A3030202B303030300D0A4D6573736167652D49443A203C6662746F6A6A67667478716F356636696F696F716933616D7A347A7265326365406578616D706C652E6F72673E0D0A496E2D5265706C792D546F3A203C3840636C69656E742E6578616D706C653E0D0A5265666572656E6365733A203C3840636C69656E742E6578616D706C653E0D0A4175746F2D5375626D69747465643A206175746F2D7265706C6965640D0A582D4175746F2D526573706F6E73652D53757070726573733A20416C6C0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A596F7572206D61696C2063616D652066726F6D20657665406578616D706C652E6E65742E0D0A0D0A4E6F2067616D65206B6E6F7773207468697320616464726573732E204C4953542073686F7773207468652067616D6573207468617420617265206C6F6F6B696E6720666F720D0A706C61796572732E0D0A','2026-01-07T21:00:00Z','waiting',0,'2026-01-07T21:00:00Z','',NULL);
CREATE TABLE people (
    game text not null, person text not null, address text not null, name text not null default '',
    also text not null default '[]', since integer not null, primary key (game, person)
);
INSERT INTO "people" VALUES('spring','8b042582feac545ab21bc7b907e31150','eve@example.net','','[]',10);
CREATE TABLE players (
    game text not null, seat text not null, since integer not null, address text not null, name text not null,
    hash text not null, left integer, also text not null default '[]', primary key (game, seat, since)
);
INSERT INTO "players" VALUES('spring','FRANCE',1,'alice@example.com','','490b3d02b4ffe5614bc2a1c118462d68',NULL,'[]');
INSERT INTO "players" VALUES('spring','ENGLAND',1,'bob@example.com','','7529472dd87b86e9fc863aa29b3fa231',NULL,'[]');
CREATE TABLE snapshots (game text not null, n integer not null, state text not null, kept integer not null default 1, primary key (game, n));
INSERT INTO "snapshots" VALUES('spring',1,'{"aborted":"","acted":[],"calendar":{"absence":14,"at":null,"clocks":{},"extend":true,"holidays":[],"least":43200,"weekdays":[0,1,2,3,4,5,6],"zone":"UTC"},"chance":"","clock":{"asked":false,"complete":null,"deadline":"2026-01-08T18:00:00Z","extended":false,"grace":false,"letters":0,"opened":"2026-01-05T18:00:00Z","passed":null,"paused":null,"phase":"S1901M","reminders":["2026-01-07T06:00:00Z","2026-01-07T18:00:00Z"],"until":"2026-01-09T18:00:00Z","waiting":false},"closed":"","closed_at":null,"counts":{},"deadlines":{"adjustment":86400,"grace":86400,"movement":259200,"retreat":86400},"ending":null,"entries":1,"form":4,"forming":null,"guests":{},"head":"b39b4f53a85104abc2fb00fb51838b33be516a9e739c5622c438433ad0b4e5cd","headed":null,"holds":0,"identity":"checked","key":"abababababababababababababababababababababababababababababababab","listed":true,"missed":null,"name":"spring","options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"over":"","pace":{"commit":false,"early":true,"early_after":"30m","heads":true,"nmr":"hold","show_late":false},"pending":{},"press":["private","public"],"proof":2,"reminders":"owing","restored":"","rolled":null,"ruleset":"payola","seats":{"AUSTRIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ENGLAND":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"FRANCE":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"GERMANY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ITALY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"RUSSIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"TURKEY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":1,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":0,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false}},"seed":"s","spoken":false,"state":{"acceptance":{},"accounts":{"AUSTRIA":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ENGLAND":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"FRANCE":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"GERMANY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ITALY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"RUSSIA":[{"amount":62,"balance":62,"phase":"S1901M","what":"taxes for 4 centres"}],"TURKEY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}]},"adjustments":{},"balances":{"AUSTRIA":48,"ENGLAND":48,"FRANCE":48,"GERMANY":48,"ITALY":48,"RUSSIA":62,"TURKEY":48},"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"contested":[],"dislodged":{},"forfeited":[],"kind":"M","maps":[],"options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"retreats":{},"season":"S","sheets":{},"units":{"ANK":{"kind":"F","place":"ANK","power":"TURKEY"},"BER":{"kind":"A","place":"BER","power":"GERMANY"},"BRE":{"kind":"F","place":"BRE","power":"FRANCE"},"BUD":{"kind":"A","place":"BUD","power":"AUSTRIA"},"CON":{"kind":"A","place":"CON","power":"TURKEY"},"EDI":{"kind":"F","place":"EDI","power":"ENGLAND"},"KIE":{"kind":"F","place":"KIE","power":"GERMANY"},"LON":{"kind":"F","place":"LON","power":"ENGLAND"},"LVP":{"kind":"A","place":"LVP","power":"ENGLAND"},"MAR":{"kind":"A","place":"MAR","power":"FRANCE"},"MOS":{"kind":"A","place":"MOS","power":"RUSSIA"},"MUN":{"kind":"A","place":"MUN","power":"GERMANY"},"NAP":{"kind":"F","place":"NAP","power":"ITALY"},"PAR":{"kind":"A","place":"PAR","power":"FRANCE"},"ROM":{"kind":"A","place":"ROM","power":"ITALY"},"SEV":{"kind":"F","place":"SEV","power":"RUSSIA"},"SMY":{"kind":"A","place":"SMY","power":"TURKEY"},"STP":{"kind":"F","place":"STP/SC","power":"RUSSIA"},"TRI":{"kind":"F","place":"TRI","power":"AUSTRIA"},"VEN":{"kind":"A","place":"VEN","power":"ITALY"},"VIE":{"kind":"A","place":"VIE","power":"AUSTRIA"},"WAR":{"kind":"A","place":"WAR","power":"RUSSIA"}},"vacant":["AUSTRIA","GERMANY","ITALY","RUSSIA","TURKEY"],"winner":"","year":1901},"timezone":"UTC","votes":true,"winners":[],"woken":null,"word":""}',1);
INSERT INTO "snapshots" VALUES('spring',4,'{"aborted":"","acted":[],"calendar":{"absence":14,"at":null,"clocks":{},"extend":true,"holidays":[],"least":43200,"weekdays":[0,1,2,3,4,5,6],"zone":"UTC"},"chance":"","clock":{"asked":false,"complete":null,"deadline":"2026-01-08T20:30:00Z","extended":false,"grace":false,"letters":0,"opened":"2026-01-05T20:30:00Z","passed":null,"paused":null,"phase":"F1901M","reminders":["2026-01-07T08:30:00Z","2026-01-07T20:30:00Z"],"until":"2026-01-09T20:30:00Z","waiting":false},"closed":"S1901M","closed_at":"2026-01-05T20:30:00Z","counts":{},"deadlines":{"adjustment":86400,"grace":86400,"movement":259200,"retreat":86400},"ending":null,"entries":4,"form":4,"forming":null,"guests":{},"head":"727ac734cb7a87d7b2890dbdd599499feadbb35a530cbd72e0e6f2e8581683f0","headed":null,"holds":0,"identity":"checked","key":"abababababababababababababababababababababababababababababababab","listed":true,"missed":null,"name":"spring","options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"over":"","pace":{"commit":false,"early":true,"early_after":"30m","heads":true,"nmr":"hold","show_late":false},"pending":{},"press":["private","public"],"proof":2,"reminders":"owing","restored":"","rolled":null,"ruleset":"payola","seats":{"AUSTRIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ENGLAND":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":1,"digest":0,"extend":0,"format":"","later":[],"mails":3,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"FRANCE":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":1,"digest":0,"extend":0,"format":"","later":[],"mails":3,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"GERMANY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ITALY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"RUSSIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"TURKEY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false}},"seed":"s","spoken":false,"state":{"acceptance":{"AUSTRIA":["AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","RUSSIA","TURKEY"],"ENGLAND":["FRANCE","AUSTRIA","ENGLAND","GERMANY","ITALY","RUSSIA","TURKEY"],"FRANCE":["FRANCE","AUSTRIA","ENGLAND","GERMANY","ITALY","RUSSIA","TURKEY"],"GERMANY":["GERMANY","AUSTRIA","ENGLAND","FRANCE","ITALY","RUSSIA","TURKEY"],"ITALY":["ITALY","AUSTRIA","ENGLAND","FRANCE","GERMANY","RUSSIA","TURKEY"],"RUSSIA":["RUSSIA","AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","TURKEY"],"TURKEY":["TURKEY","AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","RUSSIA"]},"accounts":{"AUSTRIA":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ENGLAND":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"},{"amount":-3,"balance":45,"phase":"S1901M","what":"F LON - NTH"}],"FRANCE":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"},{"amount":-4,"balance":44,"phase":"S1901M","what":"A PAR - BUR"},{"amount":-2,"balance":42,"phase":"S1901M","what":"F BRE - MAO"}],"GERMANY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ITALY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"RUSSIA":[{"amount":62,"balance":62,"phase":"S1901M","what":"taxes for 4 centres"}],"TURKEY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}]},"adjustments":{},"balances":{"AUSTRIA":48,"ENGLAND":45,"FRANCE":42,"GERMANY":48,"ITALY":48,"RUSSIA":62,"TURKEY":48},"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"contested":[],"dislodged":{},"forfeited":[],"kind":"M","maps":[{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]}],"options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"retreats":{},"season":"F","sheets":{},"units":{"ANK":{"kind":"F","place":"ANK","power":"TURKEY"},"BER":{"kind":"A","place":"BER","power":"GERMANY"},"BUD":{"kind":"A","place":"BUD","power":"AUSTRIA"},"BUR":{"kind":"A","place":"BUR","power":"FRANCE"},"CON":{"kind":"A","place":"CON","power":"TURKEY"},"EDI":{"kind":"F","place":"EDI","power":"ENGLAND"},"KIE":{"kind":"F","place":"KIE","power":"GERMANY"},"LVP":{"kind":"A","place":"LVP","power":"ENGLAND"},"MAO":{"kind":"F","place":"MAO","power":"FRANCE"},"MAR":{"kind":"A","place":"MAR","power":"FRANCE"},"MOS":{"kind":"A","place":"MOS","power":"RUSSIA"},"MUN":{"kind":"A","place":"MUN","power":"GERMANY"},"NAP":{"kind":"F","place":"NAP","power":"ITALY"},"NTH":{"kind":"F","place":"NTH","power":"ENGLAND"},"ROM":{"kind":"A","place":"ROM","power":"ITALY"},"SEV":{"kind":"F","place":"SEV","power":"RUSSIA"},"SMY":{"kind":"A","place":"SMY","power":"TURKEY"},"STP":{"kind":"F","place":"STP/SC","power":"RUSSIA"},"TRI":{"kind":"F","place":"TRI","power":"AUSTRIA"},"VEN":{"kind":"A","place":"VEN","power":"ITALY"},"VIE":{"kind":"A","place":"VIE","power":"AUSTRIA"},"WAR":{"kind":"A","place":"WAR","power":"RUSSIA"}},"vacant":["AUSTRIA","GERMANY","ITALY","RUSSIA","TURKEY"],"winner":"","year":1901},"timezone":"UTC","votes":true,"winners":[],"woken":null,"word":""}',1);
INSERT INTO "snapshots" VALUES('spring',10,'{"aborted":"","acted":[],"calendar":{"absence":14,"at":null,"clocks":{},"extend":true,"holidays":[],"least":43200,"weekdays":[0,1,2,3,4,5,6],"zone":"UTC"},"chance":"","clock":{"asked":false,"complete":null,"deadline":"2026-01-08T20:30:00Z","extended":false,"grace":false,"letters":0,"opened":"2026-01-05T20:30:00Z","passed":null,"paused":null,"phase":"F1901M","reminders":["2026-01-07T20:30:00Z"],"until":"2026-01-09T20:30:00Z","waiting":false},"closed":"S1901M","closed_at":"2026-01-05T20:30:00Z","counts":{"8b042582feac545ab21bc7b907e31150":1},"deadlines":{"adjustment":86400,"grace":86400,"movement":259200,"retreat":86400},"ending":null,"entries":10,"form":4,"forming":null,"guests":{},"head":"8448cb7df77b72821b2f85012f805fad88e1c799bfde5edd9ce1586fb78e29f7","headed":null,"holds":0,"identity":"checked","key":"abababababababababababababababababababababababababababababababab","listed":true,"missed":null,"name":"spring","options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"over":"","pace":{"commit":false,"early":true,"early_after":"30m","heads":true,"nmr":"hold","show_late":false},"pending":{"8b042582feac545ab21bc7b907e31150":{"act":["takeover","RUSSIA"],"asked":"2026-01-07T20:00:00Z","mails":[0]}},"press":["private","public"],"proof":2,"reminders":"owing","restored":"","rolled":null,"ruleset":"payola","seats":{"AUSTRIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ENGLAND":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":1,"digest":0,"extend":0,"format":"","later":[],"mails":7,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[{"act":["resign"],"asked":"2026-01-07T19:00:00Z","mails":[6]}],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"FRANCE":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":1,"digest":0,"extend":0,"format":"","later":[],"mails":6,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"d25aad12b53bb18fcb30b90a4d9a6d65","sealed":"ACCEPT FAEGIRT\n5 : A BUR - MUN","seals":2,"shown_on":"","sitter":null,"taken":true,"timezone":"","vote":"","wait":false},"GERMANY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"ITALY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"RUSSIA":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false},"TURKEY":{"absences":[],"attach":false,"calendar":false,"commitment":"","deadlines":0,"digest":0,"extend":0,"format":"","later":[],"mails":2,"notes":[],"open":false,"opened":false,"pile":[],"piled_since":null,"questions":[],"reminders":true,"resigned":false,"salt":"","sealed":"","seals":1,"shown_on":"","sitter":null,"taken":false,"timezone":"","vote":"","wait":false}},"seed":"s","spoken":false,"state":{"acceptance":{"AUSTRIA":["AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","RUSSIA","TURKEY"],"ENGLAND":["FRANCE","AUSTRIA","ENGLAND","GERMANY","ITALY","RUSSIA","TURKEY"],"FRANCE":["FRANCE","AUSTRIA","ENGLAND","GERMANY","ITALY","RUSSIA","TURKEY"],"GERMANY":["GERMANY","AUSTRIA","ENGLAND","FRANCE","ITALY","RUSSIA","TURKEY"],"ITALY":["ITALY","AUSTRIA","ENGLAND","FRANCE","GERMANY","RUSSIA","TURKEY"],"RUSSIA":["RUSSIA","AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","TURKEY"],"TURKEY":["TURKEY","AUSTRIA","ENGLAND","FRANCE","GERMANY","ITALY","RUSSIA"]},"accounts":{"AUSTRIA":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ENGLAND":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"},{"amount":-3,"balance":45,"phase":"S1901M","what":"F LON - NTH"},{"amount":1,"balance":46,"phase":"F1901M","what":"from France"}],"FRANCE":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"},{"amount":-4,"balance":44,"phase":"S1901M","what":"A PAR - BUR"},{"amount":-2,"balance":42,"phase":"S1901M","what":"F BRE - MAO"},{"amount":-1,"balance":41,"phase":"F1901M","what":"to England"}],"GERMANY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"ITALY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}],"RUSSIA":[{"amount":62,"balance":62,"phase":"S1901M","what":"taxes for 4 centres"}],"TURKEY":[{"amount":48,"balance":48,"phase":"S1901M","what":"taxes for 3 centres"}]},"adjustments":{},"balances":{"AUSTRIA":48,"ENGLAND":46,"FRANCE":41,"GERMANY":48,"ITALY":48,"RUSSIA":62,"TURKEY":48},"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"contested":[],"dislodged":{},"forfeited":[],"kind":"M","maps":[{"centres":{"AUSTRIA":["BUD","TRI","VIE"],"ENGLAND":["EDI","LON","LVP"],"FRANCE":["BRE","MAR","PAR"],"GERMANY":["BER","KIE","MUN"],"ITALY":["NAP","ROM","VEN"],"RUSSIA":["MOS","SEV","STP","WAR"],"TURKEY":["ANK","CON","SMY"]},"phase":"S1901M","pieces":[["TURKEY","F","ANK",false],["GERMANY","A","BER",false],["AUSTRIA","A","BUD",false],["FRANCE","A","BUR",false],["TURKEY","A","CON",false],["ENGLAND","F","EDI",false],["GERMANY","F","KIE",false],["ENGLAND","A","LVP",false],["FRANCE","F","MAO",false],["FRANCE","A","MAR",false],["RUSSIA","A","MOS",false],["GERMANY","A","MUN",false],["ITALY","F","NAP",false],["ENGLAND","F","NTH",false],["ITALY","A","ROM",false],["RUSSIA","F","SEV",false],["TURKEY","A","SMY",false],["RUSSIA","F","STP/SC",false],["AUSTRIA","F","TRI",false],["ITALY","A","VEN",false],["AUSTRIA","A","VIE",false],["RUSSIA","A","WAR",false]],"title":"Spring 1901","ways":[["AUSTRIA","hold","BUD","","",true,[]],["AUSTRIA","hold","TRI","","",true,[]],["AUSTRIA","hold","VIE","","",true,[]],["ENGLAND","hold","EDI","","",true,[]],["ENGLAND","move","LON","NTH","",true,[]],["ENGLAND","hold","LVP","","",true,[]],["FRANCE","move","BRE","MAO","",true,[]],["FRANCE","hold","MAR","","",true,[]],["FRANCE","move","PAR","BUR","",true,[]],["GERMANY","hold","BER","","",true,[]],["GERMANY","hold","KIE","","",true,[]],["GERMANY","hold","MUN","","",true,[]],["ITALY","hold","NAP","","",true,[]],["ITALY","hold","ROM","","",true,[]],["ITALY","hold","VEN","","",true,[]],["RUSSIA","hold","MOS","","",true,[]],["RUSSIA","hold","SEV","","",true,[]],["RUSSIA","hold","STP/SC","","",true,[]],["RUSSIA","hold","WAR","","",true,[]],["TURKEY","hold","ANK","","",true,[]],["TURKEY","hold","CON","","",true,[]],["TURKEY","hold","SMY","","",true,[]]]}],"options":{"board":"standard","board_text":{"kept text":"f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25"},"map":"","map_text":{"kept text":"50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486"}},"retreats":{},"season":"F","sheets":{"FRANCE":[{"amount":5,"line":1,"orders":[{"to":"MUN","type":"move","via":false}],"plateau":0,"repeat":1,"sign":":","unit":"BUR"}]},"units":{"ANK":{"kind":"F","place":"ANK","power":"TURKEY"},"BER":{"kind":"A","place":"BER","power":"GERMANY"},"BUD":{"kind":"A","place":"BUD","power":"AUSTRIA"},"BUR":{"kind":"A","place":"BUR","power":"FRANCE"},"CON":{"kind":"A","place":"CON","power":"TURKEY"},"EDI":{"kind":"F","place":"EDI","power":"ENGLAND"},"KIE":{"kind":"F","place":"KIE","power":"GERMANY"},"LVP":{"kind":"A","place":"LVP","power":"ENGLAND"},"MAO":{"kind":"F","place":"MAO","power":"FRANCE"},"MAR":{"kind":"A","place":"MAR","power":"FRANCE"},"MOS":{"kind":"A","place":"MOS","power":"RUSSIA"},"MUN":{"kind":"A","place":"MUN","power":"GERMANY"},"NAP":{"kind":"F","place":"NAP","power":"ITALY"},"NTH":{"kind":"F","place":"NTH","power":"ENGLAND"},"ROM":{"kind":"A","place":"ROM","power":"ITALY"},"SEV":{"kind":"F","place":"SEV","power":"RUSSIA"},"SMY":{"kind":"A","place":"SMY","power":"TURKEY"},"STP":{"kind":"F","place":"STP/SC","power":"RUSSIA"},"TRI":{"kind":"F","place":"TRI","power":"AUSTRIA"},"VEN":{"kind":"A","place":"VEN","power":"ITALY"},"VIE":{"kind":"A","place":"VIE","power":"AUSTRIA"},"WAR":{"kind":"A","place":"WAR","power":"RUSSIA"}},"vacant":["AUSTRIA","GERMANY","ITALY","RUSSIA","TURKEY"],"winner":"","year":1901},"timezone":"UTC","votes":true,"winners":[],"woken":null,"word":""}',0);
CREATE TABLE texts (game text not null, hash text not null, text text not null, primary key (game, hash));
INSERT INTO "texts" VALUES('spring','f6777778fa17ab51edc3c35786be78e74ad6766d0422ca63fbdf2a81a7d13a25','# The standard board.
# Places are CODE, or CODE/COAST for a fleet on a named coast. docs/boards.md describes the tables.
format = 1
board = "standard"
title = "Standard"
victory = 18            # supply centres that win
start = { year = 1901 }

[powers]                # letter: as in ACCEPT lists
AUSTRIA = { name = "Austria", adjective = "Austrian", letter = "A" }
ENGLAND = { name = "England", adjective = "English", letter = "E" }
FRANCE = { name = "France", adjective = "French", letter = "F" }
GERMANY = { name = "Germany", adjective = "German", letter = "G" }
ITALY = { name = "Italy", adjective = "Italian", letter = "I" }
RUSSIA = { name = "Russia", adjective = "Russian", letter = "R" }
TURKEY = { name = "Turkey", adjective = "Turkish", letter = "T" }

[provinces]             # kind: land (inland), coast or sea
ADR = { name = "Adriatic Sea", kind = "sea" }
AEG = { name = "Aegean Sea", kind = "sea" }
ALB = { name = "Albania", kind = "coast" }
ANK = { name = "Ankara", kind = "coast" }
APU = { name = "Apulia", kind = "coast" }
ARM = { name = "Armenia", kind = "coast" }
BAL = { name = "Baltic Sea", kind = "sea" }
BAR = { name = "Barents Sea", kind = "sea" }
BEL = { name = "Belgium", kind = "coast" }
BER = { name = "Berlin", kind = "coast" }
BLA = { name = "Black Sea", kind = "sea" }
BOH = { name = "Bohemia", kind = "land" }
BOT = { name = "Gulf of Bothnia", kind = "sea" }
BRE = { name = "Brest", kind = "coast" }
BUD = { name = "Budapest", kind = "land" }
BUL = { name = "Bulgaria", kind = "coast", coasts = ["EC", "SC"] }
BUR = { name = "Burgundy", kind = "land" }
CLY = { name = "Clyde", kind = "coast" }
CON = { name = "Constantinople", kind = "coast" }
DEN = { name = "Denmark", kind = "coast" }
EAS = { name = "Eastern Mediterranean", kind = "sea" }
EDI = { name = "Edinburgh", kind = "coast" }
ENG = { name = "English Channel", kind = "sea" }
FIN = { name = "Finland", kind = "coast" }
GAL = { name = "Galicia", kind = "land" }
GAS = { name = "Gascony", kind = "coast" }
GRE = { name = "Greece", kind = "coast" }
HEL = { name = "Helgoland Bight", kind = "sea" }
HOL = { name = "Holland", kind = "coast" }
ION = { name = "Ionian Sea", kind = "sea" }
IRI = { name = "Irish Sea", kind = "sea" }
KIE = { name = "Kiel", kind = "coast" }
LON = { name = "London", kind = "coast" }
LVN = { name = "Livonia", kind = "coast" }
LVP = { name = "Liverpool", kind = "coast" }
LYO = { name = "Gulf of Lyon", kind = "sea" }
MAO = { name = "Mid-Atlantic Ocean", kind = "sea" }
MAR = { name = "Marseilles", kind = "coast" }
MOS = { name = "Moscow", kind = "land" }
MUN = { name = "Munich", kind = "land" }
NAF = { name = "North Africa", kind = "coast" }
NAO = { name = "North Atlantic Ocean", kind = "sea" }
NAP = { name = "Naples", kind = "coast" }
NTH = { name = "North Sea", kind = "sea" }
NWG = { name = "Norwegian Sea", kind = "sea" }
NWY = { name = "Norway", kind = "coast" }
PAR = { name = "Paris", kind = "land" }
PIC = { name = "Picardy", kind = "coast" }
PIE = { name = "Piedmont", kind = "coast" }
POR = { name = "Portugal", kind = "coast" }
PRU = { name = "Prussia", kind = "coast" }
ROM = { name = "Rome", kind = "coast" }
RUH = { name = "Ruhr", kind = "land" }
RUM = { name = "Rumania", kind = "coast" }
SER = { name = "Serbia", kind = "land" }
SEV = { name = "Sevastopol", kind = "coast" }
SIL = { name = "Silesia", kind = "land" }
SKA = { name = "Skagerrak", kind = "sea" }
SMY = { name = "Smyrna", kind = "coast" }
SPA = { name = "Spain", kind = "coast", coasts = ["NC", "SC"] }
STP = { name = "St Petersburg", kind = "coast", coasts = ["NC", "SC"] }
SWE = { name = "Sweden", kind = "coast" }
SYR = { name = "Syria", kind = "coast" }
TRI = { name = "Trieste", kind = "coast" }
TUN = { name = "Tunis", kind = "coast" }
TUS = { name = "Tuscany", kind = "coast" }
TYR = { name = "Tyrolia", kind = "land" }
TYS = { name = "Tyrrhenian Sea", kind = "sea" }
UKR = { name = "Ukraine", kind = "land" }
VEN = { name = "Venice", kind = "coast" }
VIE = { name = "Vienna", kind = "land" }
WAL = { name = "Wales", kind = "coast" }
WAR = { name = "Warsaw", kind = "land" }
WES = { name = "Western Mediterranean", kind = "sea" }
YOR = { name = "Yorkshire", kind = "coast" }

[impassable]            # drawn, but closed to every unit
SWI = { name = "Switzerland", borders = ["BUR", "MAR", "MUN", "PIE", "TYR"] }

[centres]               # supply centres by home power
AUSTRIA = ["BUD", "TRI", "VIE"]
ENGLAND = ["EDI", "LON", "LVP"]
FRANCE = ["BRE", "MAR", "PAR"]
GERMANY = ["BER", "KIE", "MUN"]
ITALY = ["NAP", "ROM", "VEN"]
RUSSIA = ["MOS", "SEV", "STP", "WAR"]
TURKEY = ["ANK", "CON", "SMY"]
NEUTRAL = ["BEL", "BUL", "DEN", "GRE", "HOL", "NWY", "POR", "RUM", "SER", "SPA", "SWE", "TUN"]

[units]                 # where the game begins
AUSTRIA = ["A BUD", "A VIE", "F TRI"]
ENGLAND = ["A LVP", "F EDI", "F LON"]
FRANCE = ["A MAR", "A PAR", "F BRE"]
GERMANY = ["A BER", "A MUN", "F KIE"]
ITALY = ["A ROM", "A VEN", "F NAP"]
RUSSIA = ["A MOS", "A WAR", "F SEV", "F STP/SC"]
TURKEY = ["A CON", "A SMY", "F ANK"]

[army]                  # one step of an army, without convoy
ALB = ["GRE", "SER", "TRI"]
ANK = ["ARM", "CON", "SMY"]
APU = ["NAP", "ROM", "VEN"]
ARM = ["ANK", "SEV", "SMY", "SYR"]
BEL = ["BUR", "HOL", "PIC", "RUH"]
BER = ["KIE", "MUN", "PRU", "SIL"]
BOH = ["GAL", "MUN", "SIL", "TYR", "VIE"]
BRE = ["GAS", "PAR", "PIC"]
BUD = ["GAL", "RUM", "SER", "TRI", "VIE"]
BUL = ["CON", "GRE", "RUM", "SER"]
BUR = ["BEL", "GAS", "MAR", "MUN", "PAR", "PIC", "RUH"]
CLY = ["EDI", "LVP"]
CON = ["ANK", "BUL", "SMY"]
DEN = ["KIE", "SWE"]
EDI = ["CLY", "LVP", "YOR"]
FIN = ["NWY", "STP", "SWE"]
GAL = ["BOH", "BUD", "RUM", "SIL", "UKR", "VIE", "WAR"]
GAS = ["BRE", "BUR", "MAR", "PAR", "SPA"]
GRE = ["ALB", "BUL", "SER"]
HOL = ["BEL", "KIE", "RUH"]
KIE = ["BER", "DEN", "HOL", "MUN", "RUH"]
LON = ["WAL", "YOR"]
LVN = ["MOS", "PRU", "STP", "WAR"]
LVP = ["CLY", "EDI", "WAL", "YOR"]
MAR = ["BUR", "GAS", "PIE", "SPA"]
MOS = ["LVN", "SEV", "STP", "UKR", "WAR"]
MUN = ["BER", "BOH", "BUR", "KIE", "RUH", "SIL", "TYR"]
NAF = ["TUN"]
NAP = ["APU", "ROM"]
NWY = ["FIN", "STP", "SWE"]
PAR = ["BRE", "BUR", "GAS", "PIC"]
PIC = ["BEL", "BRE", "BUR", "PAR"]
PIE = ["MAR", "TUS", "TYR", "VEN"]
POR = ["SPA"]
PRU = ["BER", "LVN", "SIL", "WAR"]
ROM = ["APU", "NAP", "TUS", "VEN"]
RUH = ["BEL", "BUR", "HOL", "KIE", "MUN"]
RUM = ["BUD", "BUL", "GAL", "SER", "SEV", "UKR"]
SER = ["ALB", "BUD", "BUL", "GRE", "RUM", "TRI"]
SEV = ["ARM", "MOS", "RUM", "UKR"]
SIL = ["BER", "BOH", "GAL", "MUN", "PRU", "WAR"]
SMY = ["ANK", "ARM", "CON", "SYR"]
SPA = ["GAS", "MAR", "POR"]
STP = ["FIN", "LVN", "MOS", "NWY"]
SWE = ["DEN", "FIN", "NWY"]
SYR = ["ARM", "SMY"]
TRI = ["ALB", "BUD", "SER", "TYR", "VEN", "VIE"]
TUN = ["NAF"]
TUS = ["PIE", "ROM", "VEN"]
TYR = ["BOH", "MUN", "PIE", "TRI", "VEN", "VIE"]
UKR = ["GAL", "MOS", "RUM", "SEV", "WAR"]
VEN = ["APU", "PIE", "ROM", "TRI", "TUS", "TYR"]
VIE = ["BOH", "BUD", "GAL", "TRI", "TYR"]
WAL = ["LON", "LVP", "YOR"]
WAR = ["GAL", "LVN", "MOS", "PRU", "SIL", "UKR"]
YOR = ["EDI", "LON", "LVP", "WAL"]

[fleet]                 # one step of a fleet
ADR = ["ALB", "APU", "ION", "TRI", "VEN"]
AEG = ["BUL/SC", "CON", "EAS", "GRE", "ION", "SMY"]
ALB = ["ADR", "GRE", "ION", "TRI"]
ANK = ["ARM", "BLA", "CON"]
APU = ["ADR", "ION", "NAP", "VEN"]
ARM = ["ANK", "BLA", "SEV"]
BAL = ["BER", "BOT", "DEN", "KIE", "LVN", "PRU", "SWE"]
BAR = ["NWG", "NWY", "STP/NC"]
BEL = ["ENG", "HOL", "NTH", "PIC"]
BER = ["BAL", "KIE", "PRU"]
BLA = ["ANK", "ARM", "BUL/EC", "CON", "RUM", "SEV"]
BOT = ["BAL", "FIN", "LVN", "STP/SC", "SWE"]
BRE = ["ENG", "GAS", "MAO", "PIC"]
"BUL/EC" = ["BLA", "CON", "RUM"]
"BUL/SC" = ["AEG", "CON", "GRE"]
CLY = ["EDI", "LVP", "NAO", "NWG"]
CON = ["AEG", "ANK", "BLA", "BUL/EC", "BUL/SC", "SMY"]
DEN = ["BAL", "HEL", "KIE", "NTH", "SKA", "SWE"]
EAS = ["AEG", "ION", "SMY", "SYR"]
EDI = ["CLY", "NTH", "NWG", "YOR"]
ENG = ["BEL", "BRE", "IRI", "LON", "MAO", "NTH", "PIC", "WAL"]
FIN = ["BOT", "STP/SC", "SWE"]
GAS = ["BRE", "MAO", "SPA/NC"]
GRE = ["AEG", "ALB", "BUL/SC", "ION"]
HEL = ["DEN", "HOL", "KIE", "NTH"]
HOL = ["BEL", "HEL", "KIE", "NTH"]
ION = ["ADR", "AEG", "ALB", "APU", "EAS", "GRE", "NAP", "TUN", "TYS"]
IRI = ["ENG", "LVP", "MAO", "NAO", "WAL"]
KIE = ["BAL", "BER", "DEN", "HEL", "HOL"]
LON = ["ENG", "NTH", "WAL", "YOR"]
LVN = ["BAL", "BOT", "PRU", "STP/SC"]
LVP = ["CLY", "IRI", "NAO", "WAL"]
LYO = ["MAR", "PIE", "SPA/SC", "TUS", "TYS", "WES"]
MAO = ["BRE", "ENG", "GAS", "IRI", "NAF", "NAO", "POR", "SPA/NC", "SPA/SC", "WES"]
MAR = ["LYO", "PIE", "SPA/SC"]
NAF = ["MAO", "TUN", "WES"]
NAO = ["CLY", "IRI", "LVP", "MAO", "NWG"]
NAP = ["APU", "ION", "ROM", "TYS"]
NTH = ["BEL", "DEN", "EDI", "ENG", "HEL", "HOL", "LON", "NWG", "NWY", "SKA", "YOR"]
NWG = ["BAR", "CLY", "EDI", "NAO", "NTH", "NWY"]
NWY = ["BAR", "NTH", "NWG", "SKA", "STP/NC", "SWE"]
PIC = ["BEL", "BRE", "ENG"]
PIE = ["LYO", "MAR", "TUS"]
POR = ["MAO", "SPA/NC", "SPA/SC"]
PRU = ["BAL", "BER", "LVN"]
ROM = ["NAP", "TUS", "TYS"]
RUM = ["BLA", "BUL/EC", "SEV"]
SEV = ["ARM", "BLA", "RUM"]
SKA = ["DEN", "NTH", "NWY", "SWE"]
SMY = ["AEG", "CON", "EAS", "SYR"]
"SPA/NC" = ["GAS", "MAO", "POR"]
"SPA/SC" = ["LYO", "MAO", "MAR", "POR", "WES"]
"STP/NC" = ["BAR", "NWY"]
"STP/SC" = ["BOT", "FIN", "LVN"]
SWE = ["BAL", "BOT", "DEN", "FIN", "NWY", "SKA"]
SYR = ["EAS", "SMY"]
TRI = ["ADR", "ALB", "VEN"]
TUN = ["ION", "NAF", "TYS", "WES"]
TUS = ["LYO", "PIE", "ROM", "TYS"]
TYS = ["ION", "LYO", "NAP", "ROM", "TUN", "TUS", "WES"]
VEN = ["ADR", "APU", "TRI"]
WAL = ["ENG", "IRI", "LON", "LVP"]
WES = ["LYO", "MAO", "NAF", "SPA/SC", "TUN", "TYS"]
YOR = ["EDI", "LON", "NTH"]

# What provinces are also called, as gm had it when the game began.
[also]
ADR = ["Adria", "Adriatisches Meer", "Mer Adriatique", "Adriatique", "Mar Adriático", "Adriático", "Mare Adriatico", "Adriatico"]
AEG = ["Ägäis", "Ägäisches Meer", "Mer Égée", "Mar Egeo", "Egeo", "Mare Egeo"]
ALB = ["Albanien", "Albanie"]
ANK = ["Angora"]
APU = ["Apulien", "Pouilles", "Puglia"]
ARM = ["Armenien", "Arménie"]
BAL = ["Ostsee", "Mer Baltique", "Baltique", "Mar Báltico", "Báltico", "Mar Baltico"]
BAR = ["Barentssee", "Mer de Barents", "Mar de Barents", "Mare di Barents"]
BEL = ["Belgien", "Belgique", "Bélgica", "Belgio"]
BER = ["Berlino"]
BLA = ["Schwarzes Meer", "Mer Noire", "Mar Negro", "Mar Nero"]
BOH = ["Böhmen", "Bohême", "Boemia"]
BOT = ["GOB", "Bothnia", "Bottnischer Meerbusen", "Golf von Bottnien", "Bottnischer Golf", "Golfe de Botnie", "Golfe de Bothnie", "Golfo de Botnia", "Golfo di Botnia"]
BUL = ["Bulgarien", "Bulgarie"]
BUR = ["Burgund", "Bourgogne", "Borgoña", "Borgogna"]
CON = ["Konstantinopel", "Constantinopla", "Costantinopoli", "Istanbul"]
DEN = ["Dänemark", "Danemark", "Dinamarca", "Danimarca"]
EAS = ["EMED", "EMS", "Eastmed", "East Med", "Eastern Med", "Östliches Mittelmeer", "Méditerranée orientale", "Mediterráneo oriental", "Mediterraneo orientale"]
EDI = ["Édimbourg", "Edimburgo"]
ENG = ["ECH", "Channel", "Ärmelkanal", "Kanal", "Englischer Kanal", "La Manche", "Manche", "Canal de la Mancha", "Canale della Manica", "La Manica", "Manica"]
FIN = ["Finnland", "Finlande", "Finlandia"]
GAL = ["Galizien", "Galicie", "Galitzia", "Galizia"]
GAS = ["Gascogne", "Gascuña", "Guascogna"]
GRE = ["Griechenland", "Grèce", "Grecia"]
HEL = ["Heligoland", "Heligoland Bight", "Helgoländer Bucht", "Deutsche Bucht", "Baie de Heligoland", "Bahía de Heligoland", "Baia di Helgoland"]
HOL = ["Netherlands", "Niederlande", "Hollande", "Pays-Bas", "Holanda", "Países Bajos", "Olanda", "Paesi Bassi"]
ION = ["Ionisches Meer", "Mer Ionienne", "Mar Jónico", "Mar Ionio", "Ionio"]
IRI = ["Irische See", "Mer d''Irlande", "Mar de Irlanda", "Mare d''Irlanda"]
LON = ["Londres", "Londra"]
LVN = ["Livland", "Livonie"]
LVP = ["LPL"]
LYO = ["GOL", "Lyon", "Lyons", "Gulf of Lyons", "Gulf of Lions", "Golf von Lyon", "Löwengolf", "Golfe du Lion", "Golfe de Lyon", "Golfo de León", "Golfo del Leone", "Golfo di Lione"]
MAO = ["MAT", "Middle Atlantic Ocean", "Mittelatlantik", "Mittlerer Atlantik", "Atlantique centre", "Océan Atlantique centre", "Atlantique central", "Atlántico medio", "Océano Atlántico medio", "Atlántico central", "Medio Atlantico", "Oceano Medio Atlantico", "Atlantico centrale"]
MAR = ["Marseille", "Marsella", "Marsiglia"]
MOS = ["Moskau", "Moscou", "Moscú", "Mosca"]
MUN = ["München", "Monaco", "Monaco di Baviera"]
NAF = ["Nordafrika", "Afrique du Nord", "África del Norte", "Norte de África", "Nord Africa", "Africa del Nord", "Nordafrica"]
NAO = ["NAT", "Nordatlantik", "Atlantique Nord", "Océan Atlantique Nord", "Atlántico Norte", "Océano Atlántico Norte", "Nord Atlantico", "Oceano Nord Atlantico", "Atlantico del Nord"]
NAP = ["Neapel", "Nápoles", "Napoli"]
NTH = ["NTS", "Nordsee", "Mer du Nord", "Mar del Norte", "Mare del Nord"]
NWG = ["NRG", "Norwegische See", "Europäisches Nordmeer", "Nordmeer", "Mer de Norvège", "Mar de Noruega", "Mare di Norvegia"]
NWY = ["Norwegen", "Norvège", "Noruega", "Norvegia"]
PAR = ["Parigi"]
PIC = ["Picardie", "Picardía", "Piccardia"]
PIE = ["Piemont", "Piémont", "Piamonte", "Piemonte"]
POR = ["Portogallo"]
PRU = ["Preußen", "Prusse", "Prusia"]
ROM = ["Roma"]
RUH = ["Ruhrgebiet"]
RUM = ["Romania", "Roumania", "Rumänien", "Roumanie"]
SER = ["Servia", "Serbien", "Serbie"]
SEV = ["Sebastopol", "Sewastopol", "Sébastopol", "Sebastopoli"]
SIL = ["Schlesien", "Silésie", "Slesia"]
SKA = ["Skagerrack"]
SMY = ["Smyrne", "Esmirna", "Smirne"]
SPA = ["Spanien", "Espagne", "España", "Spagna"]
STP = ["Petersburg", "Sankt Petersburg", "Saint-Pétersbourg", "San Petersburgo", "San Pietroburgo"]
SWE = ["Schweden", "Suède", "Suecia", "Svezia"]
SYR = ["Syrien", "Syrie", "Siria"]
TRI = ["Triest"]
TUN = ["Tunisia", "Tunesien", "Tunisie", "Túnez", "Tunisi"]
TUS = ["Toskana", "Toscana", "Toscane"]
TYR = ["TRL", "TYO", "Tirolia", "Tirol", "Tyrol", "Tirolo"]
TYS = ["TYN", "Tyrrhenisches Meer", "Mer Tyrrhénienne", "Mar Tirreno", "Tirreno"]
UKR = ["Ucrania", "Ucraina"]
VEN = ["Venedig", "Venise", "Venecia", "Venezia"]
VIE = ["Wien", "Vienne", "Viena"]
WAL = ["Galles", "Pays de Galles", "Gales"]
WAR = ["Warschau", "Varsovie", "Varsovia", "Varsavia"]
WES = ["WMS", "WMED", "Westmed", "West Med", "Western Med", "Westliches Mittelmeer", "Méditerranée occidentale", "Mediterráneo occidental", "Mediterraneo occidentale"]
');
INSERT INTO "texts" VALUES('spring','50f67f7b9688006b665284504f02483ca6a4bf8732c869790b60016a9f9ea486','# The map of the board, made by `python -m gm.maps standard` from the coastlines of Natural Earth
# (public domain) and gm/maps/places/standard.toml. Change that file, not this one.
format = 1
board = "standard"
width = 1560
height = 1432
narrowest = 390

[paths]
ADR = "M748 966l-4-2-4 2-6-2-13 9-8 4-4 0-2 2-3 9 7 14-3 4-4 2 0 14 3 11 7 9 8 6 17 15 7 17 5 19 5 11 18 16 7 5 9 3 16-2 5 3 0 4-7 9 2 4 11 7 24 12 12 8 16 10 15 13 32 0-2-4 2-4-4-10 4-12-2-4 2-6-2-14 4-8-1-5-2-2-7-3-15-15-13-11-3-1-18-12-8-2-14-8 3-1 6 3 2-1-18-18-14-6-6 2-5-1-2-4-6-6-9-7-5-11 0-4-8-13 2-4-2-4 3-6-1-7-4-4 2 5-2 3-6-4 3-9-2-2-5 1-1 5 4 10-1 13-3-5 0-18-8 12-3 3-2 0-6-12-2-13 7-8zM817 1067l9-1 3 2-3 2-6 0-3-1zM819 1073l3-1 13 3-15 1z"
AEG = "M1004 1314l-5 19-13 37 35-7 35-3 10-4 8-8-12 2-3-3-1-3 7-7 5 3 6-4 1 3 7 3 12-6 20 0 8-4 2 6 15-9-1 5 22 6 17 2 12-2 9-6 9-13 6-15-1-44 2 0 0-2-2 0 0 2-4 2-9-1-4 2-6 6-5-1-8 4-3-1 14-8 4-6-24 8 0-4 7-5-7-5-4-5 3-6-1-7-8 0-5-3-10 2-1-2 4-13 3 1 4 5 9-4-6-7 5-8-4-4 2-4-2-4-2-4 5-9-18 8-2 0-1-3 2-14 4-6-2-6 1-5 5-7 6-6 1-3-13 5-3-1-3-3-4-2-24 0-9 7-7-1-6 4-3 5-6 4-9 1-2 2 5 11 8 2 6 5-2 1-7-3-9 1 0 4 7 5-1 5-2 0-8-6-7-1-2 2 2 4 7 4-1 2-7-1-7-9-11-5-3-6-5 4-3 17 1 3 7 7 5 7 8 8 4 5-2 3-3 1-1-5-6 0-3 3 3 5 5 2 6-3 8 6 19 3 2 2-1 3 3 5 2 2 6 2 0 2-5 3-5-3-6-6-12 0 2 2 5 0 5 4 1 11-2 4-2 1-10-6-4 3-7-1-5 3-1 2 3 4 6 4 1 3-9 5-4-4-7-1 0 6 8 14 0 6 2 4-4 0-9-6-3 2-5 9-4-8-8-6-3 1-2 6zM1093 1156l4-5 2 0 2 2 0 2-4 4zM1097 1259l2-2 3 1 3 5 6 2 0 2-3 1-5-3zM1111 1181l2-2 8-2-3 8-3-2-4 2zM1115 1281l4-4 2 0 0 2-4 6-2-2zM1131 1227l5-3 4 2-1 7-4 6-4-2 3-5-3-3zM1133 1201l13-9 6 8-1 5-7 3-11-3zM1157 1146l2 1 11-6 6 3 3-1 4-4 0-4 2-2 4 0 1 4 20-9 1-2-3-4 2-2 19-13-11 1-8-5-4 3-13 1-16 10-2 6-8 12zM1181 1290l7-8 7-5-4 12-8 8-2 0z"
ALB = "M914 1062l-8 12-18 20-8 10 13 11 15 15 7 3 2 2 1 5-4 8 2 14-2 6 2 4-4 12 4 10-2 4 2 4 14 8 10 14 7-1 3-4 1-7 9-8 4-10 6-9 0-11-11-6-8-13-2-11 3-22-1-7-4-6-11-11-3-7 1-6 5-8-1-3-7-5zM927 1221l1 3 7 7 0-10z"
ANK = "M1448 1014l-7 3-12 8-9 5-14-1-12 3-8-4-4 0-3 1-5 5-4-2-10-10-10 6-5-1-5-5-3-5-2 0-6 6-13 5-14 2-6 4-16 14-17 23-4 8-5 5 22 30 4 16 7 11 4 4 25 2 7 0 4-4 11-13 47-19 27-23 13-1 11-3 1-13 10-32z"
APU = "M736 1114l-1 12 1 4 3 3 11 5 4 6 12 8 23 23 12 4 31 25 6-8 6-2 11 7 10 2 10 12 4 4 3 1 4-6 0-8-2-4-15-13-16-10-12-8-24-12-11-7-2-4 7-9 0-4-5-3-16 2-9-3-7-5-18-16-7 3z"
ARM = "M1434 926l14 6 12 0 9 5 8 2 17 25 0 8-5 13-19 23-12 6-10 0-1 25-10 32-1 13 16 14 9 11 10 16 13 17 8 20 9-5 20-18 19-7 16-13 4-1 0-216-13 5-11 9-13-3-20-3-27 8-29 0-8 3z"
BAL = "M764 530l-3-9-2-2-2 0-2 16-4 0-5 5 4 6-1 3-6 4-3 3 1 7 5-4 3 2 0 2-8 4-4 4-4 2-3 5-8 1-9-6 1-5 2-2 10 4 5-2 1-4-3-9-8-2-5-5-5 1-4 10-7 3-11-5-6-10-2 0-2 6-4 5 5 6 0 6 4 4 3 4-2 7 12 4 5 3 9-1 1 5-5 7 0 2 11 3 6-4 5-5 7-3 11-11 13-1 5-9 3-3 5 5-2 5 3 4-2 2-4 0-3 5 11 2 6 5 5-1 26-14 7-3 13-13 4-2 8-6 13-5 8 0 7 5-3 5 5 7 12 0 6-4 6-18 9-4 7 4 4 0 1-15-3-9-2 8-1-1 1-12-7-28 0-14 2-14-2-19 6-17-4-10-34-50-6 2-12 2 2 6-3 9-8 4 1 1 5-1-3 7-15 13-12 4 8 3-4 4 1 34-2 6 2 6-2 14 9-23 1 5-6 22 0 8-3 5-1-3 0-14-3 5-5 15-2 2-16 0-3 5-4 2-4 6-2 5 1 10-3 5-17 5-5-1-4-3zM703 570l8-11 0 4-4 8-2 2zM797 545l2 0 3 3 1 5-3 1-2-2-2-2zM855 451l6-8 10-4-5 9-1 13-7 14-2-1 1-5-3-7z"
BAR = "M860 0l17 47 15 33 2 4-3 21 2-4 8-22 3 1-1 6 2 5 2-2 2-9-1-6 4-4 5 1 2 3-2 7 3-1 3-5 3-1 6 3 4-1 8 6 3 2-2 4-6 5-6 2-4 2 6 2 6 4 2-2 3 1 4-2 5 1 7-9 8 2 2 2-1 3-6 2 1 1 4 2 8-2 3 5 6-4 9-1 8-4 26 6 14 6 14 2 8-1 19 8 5 5 5 5 3 11-7 17-11 11-5 3-15 5-10-2-24 3-8-3-4 2-18-2-8-6-5 1 6 6 8 4 3 3 5 1 0 2 12 4 6 4 3 3-1 11 6 6 12 16 5 3 7-1 13 7 17-1 4-4 1-3-5-7-5-1-6 2-11-7-4-4 2-8 5-3 14 6 4-2 6 2 17-1 3-5 5-3-15-11-5-8 8-15 8-10 4-12 2-2 5 1 8-3 8 1 4 3 6-1-4-8 0-10-5-7-6-4-6 0-2-4-3-17-5-9-16-8 10-2 17-9 9 1 17 9-2 4-11 11-3 9 2 2 11 3 9 5 11-3 11-11-6-18 9-10-2-5 4-4 6-10 6-14 4-4 5-7 4-4 6 2 2-2-1-3-5-5 4-10zM1153 17l6-6 17 1 2 2-3 13-6 8-5 3-5-3-4-4-3-7z"
BEL = "M458 734l2 14 10 4 11 16 10 6 2 14 5 1 5 0 9-6 0 15 7 3 12 8 12 4 13 1 6-14-6-10-1-5 11-18-2-11-4-8-6-1-2-3 6-12-1-4-3-4-10-4-6-7-7-2-12-12-7-5-1 3-7 1-2 2 4 2 9 9-4 0-7-5-6 0-5 3 0 2 10 6-17 1-6 2z"
BER = "M724 604l1 15 7 21 1 5-3 5-15 11-8 8 0 12 5 19 18 0 36-7 20 1-1-7 3-17 5-13 17-19 22-12-5-33-7-11-7 3-26 14-5 1-6-5-11-2 3-5 4 0 2-2-3-4 2-5-5-5-3 3-5 9-13 1-11 11-7 3z"
BLA = "M1186 992l2 12-3 3-4 2-2 4-3 7 2 6 0 12-6 12 1 3 3 3 5 7 3 7 2 2 1 7 6 8 15 7 22-4 8-4 16-2 5-5 4-8 17-23 16-14 6-4 14-2 13-5 6-6 2 0 3 5 5 5 5 1 10-6 10 10 4 2 5-5 3-1 4 0 8 4 12-3 14 1 9-5 12-8 7-3 10 0 12-6 19-23 5-13 0-8-17-25-8-2-9-5-12 0-14-6-15-7-6-4-12-6-15-1-12-8-10 2-9-7-9-1-3-3 4-5-4-3 1-1 2-1 6 3 9-7-1-11 2-14 3-1 2-4 4-3-8-5-6-2-5-5 9-7 4-2-1-3 2-4 11-13 0-2-3-4-7 6-6 2-6 6-10 4-15 17-18 12-7 13-2 6-2-6-6 10 4 10 5 7 9 9 5 1 5-5 9-5 6 0 2 4-3 11-9 4-9 0-6 12-10 6-9 17-8 2-4-4-2-2 0-14-3-5-15-5-6 2-2-2 1-3 7-13 8-8 1-4-2-3-5 1-4-2-14 6-14-4-2-2 3-3-6-2-4-2 15-1 2-2-10-5-5 4-5-1-12 8-3 19-5 9-10 8 6 12 2 18-2 4-6 4-5-5-2 0 3 17-2 10 2 8z"
BOH = "M788 730l-9-4-2 0-4 5-51 32 0 5 5 10-1 10 4 10 16 18 18 16 6 4 12-4 10-14 4-1 7 0 19 6 21 1 3-4 6-12 3-5 8-4 13-1 15-13 1-3-7-11-9-5-11-3-2-2-2-7-16-5-3 1-2 8-3 2-3-1-7-8-4-10-31-17-1 5z"
BOT = "M900 220l-8 3-9 0-3 7-4 4 0 6-3 6 5 10-7 15-23 21-10 14-5 3 2 4-1 13-4 6 4 22 6 5 4 1 9 7 5 7 12-2-3-4 6-3 4 1-2 3 1 1 34 50 20-6 4 2-1 5-6 6-6 2-3 8-2-1 1-3-3-3-6 17 2 19 5-15 11-5 12 12 7 9 6 4 5-1 6-8-8-22 2-8-2-6-2-2-6 2-5-3-8-16-2-10 8-4 0-2 4-2 13-3 4-4 30 6 6 0 2-2-1-9 4 0 0-2 6-2 5-5 10 2 3-2-8-5-12-2-9-7-3-5-7 3-6 3-6-1-6 3-3-4-2 4-6 4-16 8-12 4-4 0-3 4-2-5-4-2-5 1-2-8-3 4-2-3 1-3-5 2-3-6-3 2-3-2 1-5-2-4-1-22-4-9-2-8-3-5 0-6 3-11 7-3 2-8 11-13 8-18 7-5-4-14-9-5zM913 406l7-5 6 7-6 6-3-5z"
BRE = "M380 798l-5-3-6-2-8-4-2-10-11-3-2 2 0 4 4 16-2 8 1 6-1 2-14-4-11 1-6-10-5-3-10 2-8-2-13 1-3 5 6 4 1 1-4 0 2 6-6 3 6 9 8 2 22 16 1 3 5 1-1 5 3 3 8 2-4 4 1 7-2 6 5 13 12 12 1 3 30-6 2-18-1-7-4-11 2-19 2-14 9-9z"
BUD = "M828 882l-1 14-5 8 2 8 5 9 21 19 13 5 11 1 6-2 16-8 23-15 9-1 9 1 14 12 6 11 3 4 17 8 4 15 3 3 6 2 5-9 18-20 6-4 18-6 19-3 29 2 17-10 10-10 0-5-9-32-16-10-21-15-5-5-3-7-2 0 0-2-6-3-34-3-7 2-4-1-9-7-5-12-2-20-15-10-8-2-29 3-13 8-11-3-20 23-17 13-5 19-4 8-5 3-9-2-3 0-7 10-12 3 1 8z"
BUL = "M1022 994l-7 15 0 12 4 10 12 10 4 7-4 9-10 10-1 7 2 12-2 8 4 6 10 8 5 8 2 6-1 16 34 2 14 8 6-4 7 1 9-7 24 0 4 2 6-10 3-13 4-10 0-6-5-9 4-6 4-6 10-7 11 1 9-4-3-7-5-7-3-3-1-3 6-12 0-12-2-6 3-7 2-4 4-2 3-3-2-12-7 1-11-7-21-4-18 9-12 14-6 4-7 1-18-2-22 2-18-1-10 2-4-2 0-7-1-3zM1093 1156l4 3 4-4 0-2-2-2-2 0z"
BUR = "M396 914l4 12 28 22 15 17 3 9 12 2 10-2 30-18 26-18 0-2 2 0 0-2 2 0 3-9 11-13 14-12 3-6 14-3 3-4 2-7 13-29 11-13 2-4-5-3-22-4-5-3-7 0-9-10-13-1-12-4-12-8-7-3-12 28-6 20 2 9-1 5-11 10-22 14-18 2-28 18z"
CLY = "M362 418l-3 1-2 8-4 4 6 0 11-7-1-1 4-2 8-6 0-2-3-1-7 3-7 5zM372 454l-9 9 0 2-10 4-6 4 0 4-6 6 1 1 10 0 5-7 10-2-16 20-6 12-11 15 2 2 2-2 8-9 2 5 2 2 2-2 2-8-4-2 6-11 4 3 9-3 0 2-3 3-3 5-1 5 2 2 30-10 2-10 0-27 9-16 2-9-2-7-7-13-4 2-2 4 1 3-10 2-7 9-4 4 2 6zM372 454l-1-3-7-3 4-8-2-3-4 3-9 3 0 2 4 6 6 2 0 4zM329 501l0 8 3 1 14-14 1-3-7 5z"
CON = "M1138 1140l3 3 3 1 13-5-1 3-6 6-5 7-1 5 2 6-4 6-2 14 1 3 2 0 18-8-5 9 2 4 23 1 9-3 9-7 4-8 1-25 3-7 42-8 18-6 13-1-4-16-22-30-16 2-8 4-22 4-15-7-6-8-1-7-2-2-9 4-11-1-10 7-4 6-4 6 5 9 0 6-4 10-3 13zM1111 1181l0 4 4-2 3 2 3-8-8 2zM1133 1201l0 4 11 3 7-3 1-5-6-8zM1157 1146l10-11 8-12 2-6 16-10 13-1 4-3 8 5 11-1-19 13-2 2 3 4-1 2-20 9-1-4-4 0-2 2 0 4-4 4-3 1-6-3-11 6z"
DEN = "M658 476l-5 7 0 4 5 1 6-2 1 2-6 7-9-3-3 5-3 11-2 28 8 6 2 2-2 12 2 10 28 4 0-6-5-6 4-5 2-6 2 0 6 10 11 5 7-3 4-10 5-1 5 5 8 2 3 9-1 4-5 2-10-4-2 2-1 5 9 6 8-1 3-5 4-2 4-4 8-4 0-2-3-2-5 4-1-7 3-3 6-4 1-3-4-6 5-5 4 0 2-16 2 0 2 2 3 9 11-30-2-5-9-7 0 6-4 4 1 5-4 2-3 5-5-1-8 8-4 12-2 0 0-6-3-3-9 9-6 2 0 4-4 2-15-1-8 3-2-3 3-6-1-4 2-2 3 1 8-18 6 2 5-3 4-6-1-5-10-2-3-5 1-9 9-21-1-8 2-5-15 7-13 13-5 3-10 0-9 3zM703 570l2 3 2-2 4-8 0-4z"
EAS = "M986 1370l-13 25-17 21-8 16 52 0 2-2 16-2 5 1 7 3 238 0 3-5 4-2 7-4 7 0 2-4 3-3 14 2 5-3 5-1 1 1-4 4 1 3 5 1 5 3 4-6 11 3 13-6 5 0 18-8 9-9 5-9 7-25 0-18 6-32 0-10 4-10-2-6 8-16-6-12-1-11-7-11 2-14-6-10 8-18-6-5-7 8-3 5-4 4-21-1-4 4-17 25-25 13-8 0-13-9-24-4-13 5-4 20-2 2-6 2-10 6-14 0-7-9-2 0 1 44-6 15-9 13-9 6-12 2-17-2-22-6-3 5-39 13-6-4-18 0-8 8-10 4-35 3zM1309 1287l14-8 2-8 16-4 22-16 0 2-6 8-4 7 4 7-9 5-7 9-6 4-4 4-16 0z"
EDI = "M394 504l-7 19 0 4 19 17 20-40-6-2-10 2-7-3 11-5 7-1 4-5-4-5 11-3 14-12 15-17 1-5-2-2-28-4-12 2-5-2 4-3 1-5 23-11 4-4 2-4-21-1-6 2-14-4-3 3-2 6-5 1 7 13 2 7-2 9-9 16 0 27z"
ENG = "M208 754l-5 17 2 14 6 10 17 17 33 29 8 6 17 3 28-2-1-3-22-16-8-2-6-9 6-3-2-6 4 0-1-1-6-4 3-5 13-1 8 2 10-2 5 3 6 10 11-1 14 4 1-2-1-6 2-8-4-16 0-4 2-2 11 3 2 10 8 4 6 2 5 3 13-3-5-5 3-5 11-5 9-1 8-4 6-6 4-18 7-9 5-3 17-5 22-14-25 2-21 0-5 9-7 3-5 5-17 6-8-3-14 0-10-6-6 4-8 0-4 3-11-4-6-4-9-1-4 4-5 7-3 3-10-8-12 0-10 6-3-3-6-2 0-2 2-2 10-4 3-3-14-1-11 2z"
FIN = "M934 128l1-10-1-6-4-4-13-6-8 5-4 6-3 7-1 17-5 8-20 3-16-12-2 1-4 5 12 10 13 7 4 6 10 28 2 16 5 11 5 1 9 5 4 14-7 5-8 18-11 13-2 8-7 3-3 11 0 6 3 5 2 8 4 9 1 22 2 4-1 5 3 2 3-2 3 6 5-2-1 3 2 3 3-4 2 8 5-1 4 2 2 5 3-4 4 0 12-4 16-8 6-4 2-4 3 4 6-3 6 1 6-3 13-25 11-31 1-13-5-7-19-12-2-14-15-19-3-11-1-12-16-25 3-15-1-5-5-6-11-9-4-15z"
GAL = "M930 718l-5 9-11 13-24 12-14 14 9 5 7 11-1 3-15 13-4 14 4 16 17-13 20-23 11 3 13-8 29-3 8 2 15 10 2 20 5 12 9 7 4 1 7-2 34 3 6 3 2 0 0 2 6 0 22-10 10-10 20-6-3-19-2-4-17-9-14-12-11-11-13-17-5-15-15-27-6-28-14 4-8 9-8 4 3 9 11 19 3 11-1 8-10 10-4 0-19-9-18-6-26-16-4-1z"
GAS = "M310 1008l6 9 2 7 19 15 20 10 7 1 7-2 9 4 12-6 22-18 3-7 1-17 2-6 26-24-3-9-15-17-28-22-4-12-5-5-19-11-30 6-3 11-3-4-2 1 6 8-2 4 1 6-5 14-10 44-7 17z"
GRE = "M940 1224l11 13 4 2 10 6 12 2-1 3-7-1-3 5 5 3 9 11 6-3 5 2 8 0-1 3-9 3-9 9 16 12 2 2-1 11 7 7 3-1 2-6 3-1 8 6 4 8 5-9 3-2 9 6 4 0-2-4 0-6-8-14 0-6 7 1 4 4 9-5-1-3-6-4-3-4 1-2 5-3 7 1 4-3 10 6 2-1 2-4-1-11-5-4-5 0-2-2 12 0 6 6 5 3 5-3 0-2-6-2-2-2-3-5 1-3-2-2-19-3-8-6-6 3-5-2-3-5 3-3 6 0 1 5 3-1 2-3-4-5-8-8-5-7-7-7-1-3 3-17 5-4 3 6 11 5 7 9 7 1 1-2-7-4-2-4 2-2 7 1 8 6 2 0 1-5-7-5 0-4 9-1 7 3 2-1-6-5-8-2-5-11 2-2 9-1 6-4 3-5-14-8-34-2-12 12-20 4-16 14-14 2-8 4 0 11-6 9-4 10-9 8-1 7-3 4zM966 1254l-3-1-2 2 0 6 2 0 2-2zM955 1273l0 2 3 0 4 3 4 0 2-2-3-5 0-4-2-2zM1097 1259l6 6 5 3 3-1 0-2-6-2-3-5-3-1zM1115 1281l0 2 2 2 4-6 0-2-2 0z"
HEL = "M642 536l-39 7-9 5-10 10-12 14-6 10-12 50 2 1 7-4 9-9 5-3 7-3 20 0 6 5 4-9 2-2 8 0 11 3 4 5 0 3 2 0 3-4 3 4 0-7 2-5 14 0-4-2-2-4 0-8-7-5 6-4 2-2-5-11-1-5-2-10 2-12-2-2z"
HOL = "M554 632l-4 2-9 21-6 10-9 11-7 7-7 11 7 5 12 12 7 2 6 7 10 4 3 4 1 4 4 0 5-4 6-15 2-7-2-12 1-4 3-2 12-1 5-2 5-9 9-10-6-12 7-9 4-11-9-20-20 0-7 3-5 3-9 9-7 4zM558 732l-6 12 2 3 6 1 2-8z"
ION = "M716 1272l-12-7-9 2-15 15-14 28-1 5-4 6-4 6-9 7-2 4 5 11 10 8 4 14-12 16-17 11-4 6 3 7 5 5 11 5 3 3 7-1 7 9 280 0 8-16 17-21 13-25 13-37 5-19-7-7 1-11-2-2-16-12 9-9 9-3 1-3-8 0-5-2-6 3-9-11-5-3-1 5-2 2-2 0 0-6 2-2 3 1 3-5 7 1 1-3-12-2-10-6-4-2-11-13-10-14-14-8-32 0 2 4 0 8-4 6-3-1-4-4-10-12-10-2-11-7-6 2-6 8-4 12 1 7 12 8 5 5 4 14-2 2-9 1-5 5-1 11-7 7-7 7-9 1-4-2-4 0 0 2-2 0-5 7-3 9 1 5 4 8 0 2-4 6-2 4-3 1-11-3-14-10-10-2-30-16-9-3-5-5-1-3 3-7 4-2zM653 1415l7-1 3 3-7 3-3-3zM927 1221l8 0 0 10-7-7zM955 1273l8-8 2 2 0 4 3 5-2 2-4 0-4-3-3 0z"
IRI = "M202 628l-22-3-20 3 48 126 53-23 11-2 14 1 3-1 8-6 4-6 4-2 5-5 22 4 13-10-5-2-9 5-5-1-6-8-7-3 0-3-5-4-2-1-8 3-4-6 0-8 19-7 10-8 5-11 2-10-4-2-8 3-2-1 2-2 8-6 2-4-2-12 2-2 5 1 5 9 16-4 5 3 8-14 4-6-1-3 2-4 5-5 5-7-2-2-7 1-3-9 1-9 7-11 9-7-9-1-12 6-6-4-6 3-8-3-4 4-16 4-1 3-4 4-2 6-8 4-5 6-4 0-5 4-1 15-6 18 0 10-7 11-4 8-6 6 0 4-23-1-4 4-8 2-5-3-2 4-11 3-15-3-2-2 6-4-10-2 6-4-4-2-4-3 3-4 6-4-6-4zM335 580l4-5 8-6 2 0-2 6-3 3-6 5z"
KIE = "M604 614l9 20-4 11-7 9 6 12 13 5 13 13 23 15 12 12 9 13 22-8 12-16-5-19 0-12 8-8 15-11 3-5-1-5-7-21-1-15-6 4-11-3 0-2 5-7-1-5-9 1-5-3-12-4 2-7-3-4-4-4-28-4 1 5 5 11-2 2-6 4 7 5 0 8 2 4 4 2-14 0-2 5 0 7-3-4-3 4-2 0 0-3-4-5-11-3-8 0-2 2-4 9z"
LON = "M380 696l-12 4-5 7-5 19 4 14 6-4 10 6 14 0 8 3 17-6 5-5 7-3 5-9-2-2-13-1-3-5 8-4 4-4-3-3 14-6 2-6 5-3 6-6-5-5-8-4-8-2-8 0-7 3-8 14z"
LVN = "M910 420l4 10 3 3-1 3 2 1 3-8 6-2 6-6 1-5-4-2zM998 386l-2 2-6 0-30-6-4 4-13 3-4 2 0 2-8 4 2 10 8 16 5 3 6-2 2 2 2 6-2 8 8 22-6 8-5 1-6-4-7-9-12-12-11 5-5 15-2 14 0 14 7 28-1 12 1 1 2-8 3 9 12 6 13 3 4 2 4 6 4 18 13 9 4 10 21 0 14-12 3 1 4 3 0-11 8-19 3-18 4-3 15-2 18-21-12-3-9-4-7-11-13-17-3-13-8-9-1-13-13-27 2-20zM913 406l4 3 3 5 6-6-6-7z"
LVP = "M342 552l4-4 8 3 6-3 6 4 12-6 9 1-9 7-7 11-1 9 3 9 7-1 2 2-5 7-5 5-2 4 1 3-4 6-8 14-5-3-16 4-5-9-5-1-2 2 2 12-2 4 10 4 15 11 13 3 6-8 12-10 11-5 4-4 2-24 6-18 2-14-2-15 1-8-19-17 0-4 7-19-30 10-5 9-18 18-1 9zM335 580l3 3 6-5 3-3 2-6-2 0-8 6z"
LYO = "M374 1116l52 54 2 6 20 0-1-3 5-1 8 6 35 15 69 13 18 6 4-10-4-4 2-12-3-9-4-6-1-7 2-2 12 2 6-4-3-17 1-13-1-5-2-3 2-6-3-4 3-11 8-6 12-4 1-9 2-2 2 2 0 14 12-6 20-16-6-12 0-10-3-7-7-7-9-5-8-6-12-6-5-1-8 4-15 15-11 5-6 0-11 5-8 6-4 2-4 6-13 3-11-3-10-6-4-4-9-5-9-1-12-6-4-4-2 0-20 12-4 4-3 7 0 12 2 6 3 5-4 4 1 9-5 5-14 6-17 9z"
MAO = "M0 566l0 856 4-2 11-11 3-9-4-14 7-19 7-11 13-13 6-12 24-16 17-5 22-2 17-7 16-18 20-32 16 0 3 13 12-30-7 1-5 5-6 4-7-3-8-10-5-15 1-6-8-13-4-4-13-5-14 2-15-9-12-2 0-2 6-10 3-21 4-12 3-3-4-2-8-3 2-5 5-3 1-3-7 3-3-1-2-3 8-19 7-7 11-15 2-8 8-16 3-11 0-14 2-6-2-4 4-6-1-3 3-5 3-3-2-3 2-8-5-4 3-4-4-10 2-5 9-5 14 2 4-6 8-2 9 3 8 8 28 8 32 18 21 3 9 7 8 2 17 9 8-2 7-3 7-17 10-44 5-14-1-6 2-4-6-8 2-1 3 4 3-11-1-3-12-12-5-13 2-6-1-7 4-4-8-2-3-3 1-5-5-1-28 2-17-3-8-6-33-29-17-17-6-10-2-14 5-17-48-126-102-44z"
MAR = "M446 974l-26 24-2 6-1 17-3 7-22 18-12 6 13 11 8 9 16 4 11 0 6 2-2-6 0-12 3-7 4-4 20-12 2 0 4 4 12 6 9 1 9 5 4 4 10 6 11 3 13-3 4-6 4-2 8-6 11-5 5-14-12-5-7-7-1-7 3-11-6-11 1-3 8-5 3-4 0-5-6-13 4-7-5-13-6-8-3-1-2 2-5 7-5 1-2-2 2 0 0-2 2 0 0-2-2 0 0 2-2 0 0 2-26 18-30 18-10 2z"
MOS = "M1016 582l13 31 18 34 7 29 17 3 11 5 8 1 12-3 47-25 20-3 8-9 21-6 6 3 13 14 2 10 6 9 5 2 9 1 9 4 8-8 20-32 7-7 19-3 22-16 44-20 3-5 7-29 8-18 4-4 8 0 42 11 28-10 30 2 14-2 20 1 12-3 16-1 0-384-26-2-13 3-11 7-26 30-5 3-27-3-51 11-33 3-3 3-2 10-3 7-17 9-4 4-9 21-14 18-19 35-43 17-32 2-6 2-13 19-23 23-38 30-3 5-6 21 4 38-2 9-38 22-13 9-12 5-3-1-5-6-18 21-15 2-4 3-3 18-8 19z"
MUN = "M572 824l5 3 22 4 5 3-2 4-11 13-13 29 16 6 7 0 9-4 24 6 9 0 11 6 10-5 16 2 31-11 15-2 4-7 0-14 13-12 3-29-16-18-4-10 1-10-5-10 0-5 51-32 4-5 2 0 9 4 4-6 0-15-6-15-20-1-36 7-18 0-12 16-22 8-21 25-14 12-8 16-6 4-17 5-11 7-20 20z"
NAF = "M0 1422l0 10 566 0-9-9-5-13-1-8 3-6 16-14 4-6 4-12-3-22 2-14-1-8 10-14-22 0-11-7-7-3-4 4-8 0-14-8-3 1-7 5-12 0-12 4-5-3-12-8-27-7-12 2-16-2-12 2-32-4-14 0-11 3-12 4-7 7-8-4-8 0-15 5-17 9-12 0-21-9-2-8-11 3-7-3-3-3-21-3-5-3-7-7-7-9-3-13-16 0-20 32-16 18-17 7-22 2-17 5-24 16-6 12-13 13-7 11-7 19 4 14-3 9-11 11z"
NAO = "M202 0l-202 0 0 566 58 18 102 44 20-3 22 3 7 3 2-6 4-3 8-1-6-5 10-11 8-6-8-4-4-8-4-3 2-5 3-1 4-4 5-4-5-4-2-2 5-3 0-8 9-1 7 5 5-1 5 3 3-5 9-6-5-4-3-3 9-7 3-5 4-4 13-4 3 4 4-4 4-2 5 7 17 1 3 19-5 5 4 2 1 3 16-4-2-2 1-9 18-18 5-9-2-2 1-5 3-5 3-3 0-2-9 3-4-3-6 11 4 2-2 8-2 2-2-2-2-5-8 9-2 2-2-2 11-15 6-12 16-20-10 2-5 7-10 0-1-1 6-6 0-4 6-4 10-4 0-2 9-9 2-2-2-6 4-4-6-18-11 7-6 0 4-4 2-8 3-1-18-24-6-30-6-12-14-14-22-14-7-9-33-85-10-34-2 0 0-2-9-11-8-15 0-3-5 0-18-9 4-7 4 5 11-3 2-2 2-7-3-6 4-4-2-2-11-9-8-2 0-4 13 1 20 8 1-1-6-6 2-2 9-1 2-2-11-9-16-4-6-7 3-2 5 1 3-5 3 3 4-4 1-5zM372 454l-9 3 0-4-6-2-4-6 0-2 9-3 4-3 2 3-4 8 7 3zM329 501l11-3 7-5-1 3-14 14-3-1z"
NAP = "M716 1272l-1 3-4 2-3 7 1 3 5 5 9 3 30 16 10 2 14 10 11 3 3-1 2-4 4-6 0-2-4-8-1-5 3-9 5-7 0-2 2 0 2-6-2-4-10 4-12 0-6 4-18 0-6 2-14-8-8 0-6 4zM754 1144l-10 16 9 17 9 3 2 6 11-1 4 8 3 9 7 5 12 4 2 2 19 43-9 5 0 7-3 4-3 3-1 7 4 2 9-1 7-7 7-7 1-11 5-5 9-1 2-2-4-14-5-5-12-8-1-7 4-12-31-25-12-4-23-23z"
NTH = "M432 482l-11 3 4 5-4 5-7 1-11 5 7 3 10-2 6 2 6 4 6 14 0 8-4 14 0 16 9 7 7 17-4 8 0 14-2 2-4-1-2 1 6 10 0 10-4 6-9 9 0 2 3 4 9-8 15-1 5 3 5 7-5 15-11 17-6 6-5 3-2 6-14 6 3 3-4 4-8 4 3 5 13 1 2 2 21 0 25-2 6-2 17-1-10-6 0-2 5-3 6 0 7 5 4 0-9-9-4-2 2-2 7-1 1-3 7-11 7-7 9-11 6-10 9-21 4-2 12-50 6-10 12-14 10-10 9-5 39-7 2-28 3-11 3-5 9 3 6-7-1-2-6 2-5-1 0-4 5-7-14-18-2-18-11-1-2-4-7-5-7-7 0-2 4-8 10 0-3-3 2-6-2-2-3 1-6 4-3 1-1-2 6-11-1-3 4-12-41-7-15-5-13-7-19-17-7-4-6 1-4 4-9 17-1 3 2 5-6 9-3 3-39 79-16 16z"
NWG = "M202 0l32 80 7-1 4 4 1 5 3 1 2 2 1-3-2-6 4-2-3-3 4-2 6 4 5 19-4 8-5 3 0 12 9-6 6 2 10-12 4 5 1 9 6-6 10-2 3 5 1 11 4-10 5 3 4 6 8-4 4 4 4 0 5-7 5-1 4 2 1 9 2 2 12 0-8 6 0 2 3 3-5 7 4 2 2 6 7 7-5 5-3 9-9 7-9 1-7 7-9 2-18-1-14 4-20-2-6 4-4 0-10 0-8-4 10 34 33 85 7 9 22 14 14 14 6 12 6 30 18 24 2 2 7-5 7-3 3 1 0 2-8 6-4 2 1 1 6 18 7-9 10-2-1-3 2-4 4-2 5-1 2-6 3-3 14 4 6-2 21 1-2 4-4 4-23 11-1 5-4 3 5 2 12-2 28 4 2 2-1 5-15 17-14 12 13-5 16-16 39-79 1-7-4-4 5-3 2-4 4-2 9-17 4-4 6-1 7 4 19 17 13 7 15 5 41 7 9-1-5-3 2-18-2-6 2-3 5 2-1-7 5-4-3-8 2-2 7-1-3-3 1-3 4-2 6-4 9-2 8-7 12 2 5-1 2-2-11-1-1-2 6-5 6-2 12 0 3-5 5-3-2-3 2-3 7-1 4 3 4-3 5 1-2-5 7-8 8-8 13-9-2-2-6-2 3-2 5 0 12-6 0-6 5-9-1-5-2-3 3-2 9 1-3-5 3-7 9-11 7-3-2-3 3-4 3-3 0-2-3-3 1-3 9-8 3 0 2-4 10-2-11-3-7 5-11 5-5-1-8 4-2-3 4-3 8-2 10-5-5-3-3 0-2-2 1-1 7-7 2 2 2-4 5-6 1 2-2 5 2 9 3-4 3 6 6-2 4-10-1-2-4 3-3-1 2-8 2-4 6-2 4-6 6-14 2 6 2 2 0 4 3 2 4-5 4 1 8-4 3 2-1-3-3-3 0-2 11-5 5 5 1-3-3-5 0-2 6-8 4 0 0-5 2-5 2 0 4 2 3-1-15-33-17-47zM244 194l0 2 2 0 0-2zM423 297l4 0 3 3-1 3-2 0-2 4-3-5zM861 93l10-6 0 4-6 6-4-2z"
NWY = "M622 380l-4 12 1 3-6 11 1 2 3-1 6-4 3-1 2 2-2 6 3 3-10 0-4 8 0 2 7 7 7 5 2 4 11 1 21-7 42-30 3 1 7-3 5-7 1-5 2 0 6 8 7 3 4 2 3-2 4-16 11-12 3-8-2-12 7-9-1-5-5-6-1-6 0-22 1-14 2-6 9-11 14-4 2-3 1-3-3-8 7-13 13-33 7-13 0-11 5-10 4-4 7-4 5-9 15 0 2-13 4-3 4-5 2-1 16 12 20-3 5-8 1-17 3-7 4-6 8-5 13 6 4 4 1 6-1 10 10-16 6-6 0-6-4 2-3-1-2 2-6-4-6-2 4-2 6-2 6-5 2-4-3-2-8-6-4 1-6-3-3 1-3 5-3 1 2-7-2-3-5-1-4 4 1 6-2 9-2 2-2-5 1-6-3-1-8 22-2 4 3-21-2-4-3 1-4-2-2 0-2 5 0 5-4 0-6 8 0 2 3 5-1 3-5-5-11 5 0 2 3 3 1 3-3-2-8 4-4-1-4 5-3-2 0-4-2-2-2-6-6 14-4 6-6 2-2 4-2 8 3 1 4-3 1 2-4 10-6 2-3-6-3 4-2-9 2-5-1-2-5 6-2 4-2-2-7 7-1 1 2 2 3 0 5 3-10 5-8 2-4 3 2 3 8-4 5 1 11-5 7-5 11 3-10 2-2 4-3 0-9 8-1 3 3 3 0 2-3 3-3 4 2 3-7 3-9 11-3 7 3 5-9-1-3 2 2 3 1 5-5 9 0 6-12 6-5 0-3 2 6 2 2 2-13 9-8 8-7 8 2 5-5-1-4 3-4-3-7 1-2 3 2 3-5 3-3 5-12 0-6 2-6 5 1 2 11 1-2 2-5 1-12-2-8 7-9 2-6 4-4 2-1 3 3 3-7 1-2 2 3 8-5 4 1 7-5-2-2 3 2 6-2 18 5 3zM861 93l0 2 4 2 6-6 0-4z"
OUT = "M202 628l-2 4 6 4-6 4-3 4 4 3 4 2-6 4 10 2-6 4 2 2 15 3 11-3 2-4 5 3 8-2 4-4 23 1 0-4 6-6 4-8 7-11 0-10 6-18 1-15 5-4 4 0 5-6 8-4 2-6 4-4 1-3-1-3-4-2 5-5-3-19-17-1-5-7-4 2-4 4-3-4-13 4-4 4-3 5-9 7 3 3 5 4-9 6-3 5-5-3-5 1-7-5-9 1 0 8-5 3 2 2 5 4-5 4-4 4-3 1-2 5 4 3 4 8 8 4-8 6-10 11 6 5-8 1-4 3-2 6zM234 80l-1 5-4 4-3-3-3 5-5-1-3 2 6 7 16 4 11 9-2 2-9 1-2 2 6 6-1 1-20-8-13-1 0 4 8 2 11 9 2 2-4 4 3 6-2 7-2 2-11 3-4-5-4 7 18 9 5 0 0 3 8 15 9 11 2 0 0 2 8 4 10 0 4 0 6-4 20 2 14-4 18 1 9-2 7-7 9-1 9-7 3-9 5-5-7-7-2-6-4-2 5-7-3-3 0-2 8-6-12 0-2-2-1-9-4-2-5 1-5 7-4 0-4-4-8 4-4-6-5-3-4 10-1-11-3-5-10 2-6 6-1-9-4-5-10 12-6-2-9 6 0-12 5-3 4-8-5-19-6-4-4 2 3 3-4 2 2 6-1 3-2-2-3-1-1-5-4-4zM426 1170l-17 7-4 2 0 2 2 2 6 2 4 6 9 3 2-2 8-10-8-4 0-2zM460 1178l-8-6-5 1 1 3 10 7zM508 362l-4 2-2 4-5 3 4 4-1 7 3-3 6-9-2-5zM582 1212l0 12-2 6 2 2 1 1 2-2 4 4 5 3 8-4 0-4 2-2 4 0 8 4 3-5 5-27-2-10 3-5 1-5-7-19-10-10-13 9-6 4-12-2-2 2 1 7 4 6 3 9-2 12 4 4zM618 1096l0-14-2-2-2 2-1 9-12 4-8 6-3 11 3 4-2 6 2 3 1 5 3 3-1 3 3 3 7 6 2-1 5-9 7-19 0-16zM1030 1432l-7-3-5-1-16 2-2 2zM1140 1334l1-5-15 9-2-6-8 4-20 0-12 6-7-3-1-3-6 4-5-3-7 7 1 3 3 3 12-2 18 0 6 4 39-13zM1398 1346l0 18-7 25-5 9-9 9-18 8-5 0-13 6-11-3-4 6-5-3-5-1-1-3 4-4-1-1-5 1-5 3-14-2-3 3-2 4-7 0-7 4-4 2-3 5 292 0 0-176-24-3-6 3-58 66-17 19-11 2-18-3-5 3-2 3 1 6 12 14 6 12 1 12-2 4-10 1-7-8-9 3-4 0 1-12-5-9-2-18zM423 297l-1 5 3 5 2-4 2 0 1-3-3-3z"
PAR = "M382 820l-9 9-2 14-2 19 4 11 1 7-2 18 19 11 5 5 20-10 28-18 18-2 22-14 11-10 1-5-2-9-15-9-17-5-11-9-20-12-7 2-17 10z"
PIC = "M380 798l2 22 25 3 17-10 7-2 20 12 11 9 17 5 15 9 6-20 12-28 0-15-9 6-5 0-5-1-2-14-10-6-11-16-10-4-2-14-17 5-5 3-7 9-4 18-6 6-8 4-9 1-11 5-3 5 5 5z"
PIE = "M552 952l-4 7 6 13 0 5-3 4-8 5-1 3 6 11-3 11 1 7 7 7 12 5-5 14 6 0 11-5 15-15 8-4 5 1 12 6 8 6 9 5 4-10 10-12-9-9-27-19-2-3 3-4 21-13 14-4-8-22-4-3-8 1-7-7-17-6-10 7-16 18-18 1z"
POR = "M134 1008l-4 6 2 4-2 6 0 14-3 11-8 16-2 8-11 15-7 7-8 19 2 3 3 1 7-3-1 3-5 3-2 5 8 3 4 2-3 3-4 12-3 21-6 10 0 2 12 2 15 9 14-2 1-11 2-6 5-5 9-7-4-13 2-7 8-11-4-15 1-5 2-3 6-4 3-4 2-10 5-9 4-20 15-11 1-5-5-13-4-4-6-3-10 0-12-5-3-2-2-6-3-2z"
PRU = "M820 582l7 11 5 33 17 9 17 5 18-16 22-13 5-1 13 4 5 0 31-18 14-6-4-10-13-9-4-18-4-6-4-2-13-3-12-6-1 15-4 0-7-4-9 4-6 18-6 4-12 0-5-7 3-5-7-5-8 0-13 5-8 6-4 2z"
ROM = "M700 1074l-9 27-3 23 8 8 15 17 14 10 5-1 14 2 10-16-4-6-11-5-3-3-1-4 1-12-11-9-10-20-9-7z"
RUH = "M560 748l4 8 2 11-11 18 1 5 6 10-6 14 9 10 7 0 9-11 20-20 11-7 17-5 6-4 8-16 14-12 21-25-9-13-12-12-23-15-13-13-13-5-9 10-5 9-5 2-12 1-3 2-1 4 2 12-2 7-6 15-5 4-4 0 4 8z"
RUM = "M1058 842l3 7 5 5 21 15 16 10 9 32 0 5-10 10-17 10-29-2-19 3-18 6-6 4-18 20-5 9 12 4 9-6 7 1 2 3-3 7 5 9 9 5 1 3 0 7 4 2 10-2 18 1 22-2 18 2 7-1 6-4 12-14 18-9 21 4 11 7 7-1 0-14-2-8 2-10-3-17 2 0 5 5 6-4 2-4-2-18-6-12-10-8-8-10-2-6 2-2 17-1 2-1 0-2-5-10-9-7-5-11-7-7-3-11-4-6-8-4-23-3-11-5-20 6-10 10-22 10zM1056 840l0 2 2 0 0-2z"
SER = "M990 976l-6-2-3-3-4-15-17-8-3-4-6-11-14-12-9-1-9 1-23 15 0 8 2 10 9 10-6 7-1 9 4 8-3 17 10 13-4 9 3 9 1 5-2 3-4 3-1 2 10 13 17 7 7 5 1 3-5 8-1 6 3 7 11 11 4 6 1 7-3 22 2 11 8 13 11 6 8-4 14-2 16-14 20-4 12-12 1-16-2-6-5-8-10-8-4-6 2-8-2-12 1-7 10-10 4-9-4-7-12-10-4-10 0-12 7-15-5-9 3-7-2-3-7-1-9 6zM900 980l-4 0 0 2 4 0z"
SEV = "M1248 682l13 21 14 1 1 3-2 5-16 26-21 19-12 28-20 8-20 24-23 17 3 11 7 7 5 11 9 7 5 10 0 2-2 1-17 1-2 2 2 6 8 10 10 8 10-8 5-9 3-19 12-8 5 1 5-4 10 5-2 2-15 1 4 2 6 2-3 3 2 2 14 4 14-6 4 2 5-1 2 3-1 4-8 8-7 13-1 3 2 2 6-2 15 5 3 5 0 14 2 2 4 4 8-2 9-17 10-6 6-12 9 0 9-4 3-11-2-4-6 0-9 5-5 5-5-1-9-9-5-7-4-10 6-10 2 6 2-6 7-13 18-12 15-17 10-4 6-6 6-2 7-6 3 4 0 2-11 13-2 4 1 3-4 2-9 7 5 5 6 2 8 5-4 3-2 4-3 1-2 14 1 11-9 7-6-3-2 1-1 1 4 3-4 5 3 3 9 1 9 7 10-2 12 8 15 1 12 6 6 4 15 7 5-5 8-3 29 0 27-8 20 3 13 3 11-9 13-5 0-364-16 1-12 3-20-1-14 2-30-2-28 10-42-11-8 0-4 4-8 18-7 29-3 5-44 20-22 16-19 3-7 7-20 32z"
SIL = "M832 626l-22 12-17 19-5 13-3 17 1 7 6 15 0 15 31 17 4 10 7 8 3 1 3-2 2-8 3-1 16 5 2 7 2 2 11 3 14-14 24-12 11-13 5-9-29-7-15-11-8-8-8-13 0-6 4-12-8-21-17-5zM792 724l-4 6 3-1z"
SKA = "M642 440l2 18 14 18 5-5 9-3 10 0 5-3 13-13 15-7-2 5 1 8-9 21-1 9 3 5 10 2 1 5-4 6-5 3-6-2-8 18-3-1-2 2 1 4-3 6 2 3 8-3 15 1 4-2 0-4 6-2 9-9 3 3 0 6 2 0 4-12 8-8 5 1 3-5 4-2-1-5 4-4 0-6-3-3-2-4-4-6-5-11 0-6-4-4-1-7-3-5 0-6-5-7 1-5-4-4-1-16 3-4-7-3-6-8-2 0-1 5-5 7-7 3-3-1-42 30z"
SMY = "M1158 1194l2 4-2 4 4 4-5 8 6 7-9 4-4-5-3-1-4 13 1 2 10-2 5 3 8 0 1 7-3 6 4 5 7 5-7 5 0 4 24-8-4 6-14 8 3 1 8-4 5 1 6-6 4-2 9 1 4-2 0-2 2 0 0 2 7 9 14 0 10-6 6-2 2-2 4-20 13-5 24 4 13 9 8 0 25-13 17-25 4-4 21 1 4-4 3-5 7-8 6 5 7 0 8-7 16-2 20-16 22 0 10-4 5-5-8-20-13-17-10-16-9-11-16-14-11 3-13 1-27 23-47 19-11 13-4 4-7 0-25-2-4-4-7-11-13 1-18 6-42 8-3 7-1 25-4 8-9 7-9 3zM1131 1227l0 2 3 3-3 5 4 2 4-6 1-7-4-2zM1181 1290l0 7 2 0 8-8 4-12-7 5zM1309 1287l6 10 16 0 4-4 6-4 7-9 9-5-4-7 4-7 6-8 0-2-22 16-16 4-2 8z"
SPA = "M134 1008l11-1 3 2 2 6 3 2 12 5 10 0 6 3 4 4 5 13-1 5-15 11-4 20-5 9-2 10-3 4-6 4-2 3-1 5 4 15-8 11-2 7 4 13-9 7-5 5-2 6-1 11 13 5 4 4 8 13-1 6 5 15 8 10 7 3 6-4 5-5 7-1 6 2 8-4 10 0 9 3 10 4 17 5 8-2 10 5 5-4 7-9 7-5 7-3 13 3 2-2 0-4 4-10 6-8 18-10 0-2-4-4-5-9-2-14 3-5 25-29 7-3-1-5 2-2 8-6 24 0 17-9 14-6 5-5-1-9 4-4-3-5-6-2-11 0-16-4-8-9-13-11-9-4-7 2-7-1-20-10-19-15-2-7-6-9-8 2-17-9-8-2-9-7-21-3-32-18-28-8-8-8-9-3-8 2-4 6-14-2-9 5-2 5 4 10-3 4 5 4-2 8 2 3-3 3-3 5zM371 1196l2 3 2 0 5-3 2-2-2-2-6 0z"
STP = "M934 128l-2 5 4 15 11 9 5 6 1 5-3 15 16 25 1 12 3 11 15 19 2 14 19 12 5 7-1 13-11 31-13 25 7-3 3 5 9 7 12 2 8 5-3 2-10-2-5 5-6 2 0 2-4 0 1 9 2 5-2 20 13 27 1 13 8 9 3 13 13 17 7 11 9 4 12 3 5 6 3 1 12-5 13-9 38-22 2-9-4-38 6-21 3-5 38-30 23-23 13-19 6-2 32-2 43-17 19-35 14-18 9-21 4-4 17-9 3-7 2-10 3-3 33-3 51-11 27 3 5-3 26-30 11-7 13-3 26 2 0-154-342 0-4 10 5 5 1 3-2 2-6-2-4 4-5 7-4 4-6 14-6 10-4 4 2 5-9 10 6 18-11 11-11 3-9-5-11-3-2-2 3-9 11-11 2-4-17-9-9-1-17 9-10 2 16 8 5 9 3 17 2 4 6 0 6 4 5 7 0 10 4 8-6 1-4-3-8-1-8 3-5-1-2 2-4 12-8 10-8 15 5 8 15 11-5 3-3 5-17 1-6-2-4 2-14-6-5 3-2 8 4 4 11 7 6-2 5 1 5 7-1 3-4 4-17 1-13-7-7 1-5-3-12-16-6-6 1-11-3-3-6-4-12-4 0-2-5-1-3-3-8-4-6-6 5-1 8 6 18 2 4-2 8 3 24-3 10 2 15-5 5-3 11-11 7-17-3-11-5-5-5-5-19-8-8 1-14-2-14-6-26-6-8 4-9 1-6 4-3-5-8 2-4-2-1-1 6-2 1-3-2-2-8-2-7 9-5-1 0 6-6 6zM1153 17l-1 7 3 7 4 4 5 3 5-3 6-8 3-13-2-2-17-1z"
SWE = "M736 400l-3 4 1 16 4 4-1 5 5 7 0 6 3 5 1 7 4 4 0 6 5 11 4 6 2 4 3 3 9 7 2 5-11 30-3 10 4 3 5 1 17-5 3-5-1-10 2-5 4-6 4-2 3-5 16 0 2-2 5-15 3-5 0 14 1 3 3-5 0-8 6-22-1-5-9 23 2-14-2-6 2-6-1-34 4-4-8-3 12-4 15-13 3-7-5 1-1-1 8-4 3-9-2-6-5-7-9-7-4-1-6-5-4-22 4-6 1-13-2-4 5-3 10-14 23-21 7-15-5-10 3-6 0-6 4-4 3-7 9 0 8-3-5-11-2-16-10-28-4-6-13-7-12-10-4 3-2 13-15 0-5 9-7 4-4 4-5 10 0 11-7 13-13 33-7 13 3 8-1 3-2 3-14 4-9 11-2 6-1 14 0 22 1 6 5 6 1 5-7 9 2 12-3 8-11 12-4 16-3 2zM876 370l-1-1 2-3-4-1-6 3 3 4zM797 545l-1 5 2 2 2 2 3-1-1-5-3-3zM855 451l-1 11 3 7-1 5 2 1 7-14 1-13 5-9-10 4z"
SWI = "M524 938l2 2 5-1 5-7 2-2 3 1 6 8 5 13 8 1 18-1 16-18 10-7 17 6 7 7 0-18 3-15 4-12-1-7-24-6-9 4-7 0-16-6-2 7-3 4-14 3-3 6-14 12-11 13-3 9 0 2-2 0 0 2z"
SYR = "M1404 1196l-8 18 6 10-2 14 7 11 1 11 6 12-8 16 2 6-4 10 0 10-6 32 3 5 2 18 5 9-1 12 4 0 9-3 7 8 10-1 2-4-1-12-6-12-12-14-1-6 2-3 5-3 18 3 11-2 17-19 58-66 6-3 24 3 0-138-4 1-16 13-19 7-20 18-9 5-5 5-10 4-22 0-20 16-16 2-8 7z"
TRI = "M748 928l-8 12 3 6 1 10 4 10 1 2-1 2-7 8 2 13 6 12 2 0 3-3 8-12 0 18 3 5 1-13-4-10 1-5 5-1 2 2-3 9 6 4 2-3-2-5 4 4 1 7-3 6 2 4-2 4 8 13 0 4 5 11 9 7 6 6 2 4 5 1 6-2 14 6 18 18-2 1-6-3-3 1 14 8 8 2 18 12 3 1 8-10 18-20 8-12-10-13 1-2 4-3 2-3-1-5-3-9 4-9-10-13 3-17-4-8 0 2-4 0 0-2 4 0 1-9 6-7-9-10-2-10 0-8-16 8-6 2-11-1-13-5-21-19-5-9-2-8 5-8 1-14-17-3-27-11-16 14-3 5 1 6 9 28-1 7-3 3-5 1zM817 1067l0 2 3 1 6 0 3-2-3-2zM819 1073l1 3 15-1-13-3z"
TUN = "M586 1306l-10 14 1 8-2 14 3 22-4 12-4 6-16 14-3 6 1 8 5 13 9 9 102 0-7-9-7 1-3-3-11-5-5-5-3-7 4-6 17-11 12-16-4-14-10-8-5-11 2-4 9-7 4-6 4-6 1-5-5-1-17 9-5-9-3-7-8-2-6-4-6 0-11 3-13 7zM653 1415l0 2 3 3 7-3-3-3z"
TUS = "M648 1016l-10 12-4 10 7 7 3 7 0 10 6 12 0 10 5 3 10 12 3 5-1 5 12 4 9 11 3-23 9-27-2-8 1-12-2-5-24-12-13-19z"
TYR = "M634 888l1 7-4 12-3 15 0 18 8-1 4 3 8 22 16-2 12-10 12-8 4-6 13-29 6 10 5 5 17 3 15 1 18 4 5-1 3-3 1-7-9-28-1-6 3-5 16-14-5-17-9-15-6-4-18-16-3 29-13 12 0 14-4 7-15 2-31 11-16-2-10 5-11-6z"
TYS = "M594 1130l-1 13 3 17 13-9 10 10 7 19-1 5-3 5 2 10-5 27-3 5-8-4-4 0-2 2 0 4 26 66 8 2 3 7 5 9 17-9 5 1 14-28 15-15 9-2 12 7 6 6 6-4 8 0 14 8 6-2 18 0 6-4 12 0 10-4 2 4-2 6 4 0 1-7 3-3 3-4 0-7 9-5-19-43-2-2-12-4-7-5-3-9-4-8-11 1-2-6-9-3-9-17-14-2-5 1-14-10-15-17-8-8-9-11-12-4 1-5-3-5-10-12-5-3 0-10-20 16-12 6 2 4 0 16-7 19-5 9-2 1-7-6-3-3 1-3zM802 1282l-2 0 0 2 2 0z"
UKR = "M1030 674l6 28 15 27 5 15 13 17 11 11 14 12 17 9 2 4 3 19 11 5 23 3 8 4 4 6 23-17 20-24 20-8 12-28 21-19 16-26 2-5-1-3-14-1-13-21-9-4-9-1-5-2-6-9-2-10-13-14-6-3-21 6-8 9-20 3-47 25-12 3-8-1-11-5-17-3-8-2z"
VEN = "M648 964l-14 4-21 13-3 4 2 3 27 19 9 9 12 2 13 19 24 12 2 5-1 12 2 8 6 4 9 7 10 20 11 9 13-1 7-3-5-11-5-19-7-17-17-15-8-6-7-9-3-11 0-14 4-2 3-4-7-14 3-9 2-2 4 0 8-4 13-9 6 2 4-2 4 2 0 4 1-2-1-2-4-10-1-10-3-6 8-12-15-1-17-3-5-5-6-10-13 29-4 6-12 8-12 10z"
VIE = "M770 836l9 15 5 17 27 11 17 3 4-5-1-8 12-3 7-10 3 0 9 2 5-3 4-8 5-19-4-16 4-14-13 1-8 4-3 5-6 12-3 4-21-1-19-6-7 0-4 1-10 14z"
WAL = "M286 730l-3 3-10 4-2 2 0 2 6 2 3 3 10-6 12 0 10 8 3-3 5-7 4-4 9 1 6 4 11 4 4-3 8 0-4-14 5-19 5-7 12-4-10-36-6-10-13-3-15-11-10-4-8 6-2 2 2 1 8-3 4 2-2 10-5 11-10 8-19 7 0 8 4 6 8-3 2 1 5 4 0 3 7 3 6 8 5 1 9-5 5 2-13 10-22-4-5 5-4 2-4 6-8 6z"
WAR = "M866 640l8 21-4 12 0 6 8 13 8 8 15 11 29 7 5-2 4 1 26 16 18 6 19 9 4 0 10-10 1-8-3-11-11-19-3-9 8-4 8-9 14-4 16 0 8 2-7-29-18-34-13-31-4-3-3-1-14 12-21 0-14 6-31 18-5 0-13-4-5 1-22 13z"
WES = "M182 1264l7 9 7 7 5 3 21 3 3 3 7 3 11-3 2 8 21 9 12 0 17-9 15-5 8 0 8 4 7-7 12-4 11-3 14 0 32 4 12-2 16 2 12-2 27 7 12 8 5 3 12-4 12 0 7-5 3-1 14 8 8 0 4-4 7 3 11 7 22 0 6 0 13-7 11-3 6 0 6 4-26-66-8 4-5-3-4-4-2 2-1-1-2-2 2-6 0-12-18-6-69-13-35-15-2 5-10-7-20 0 0 2 8 4-8 10-2 2-9-3-4-6-6-2-2-2 0-2 4-2 17-7-52-54-8 6-2 2 1 5-7 3-25 29-3 5 2 14 5 9 4 4 0 2-18 10-6 8-4 10 0 4-2 2-13-3-7 3-7 5-7 9-5 4-10-5-8 2-17-5-10-4-9-3-10 0-8 4-6-2zM371 1196l3-4 6 0 2 2-2 2-5 3-2 0z"
YOR = "M406 544l-1 8 2 15-2 14-6 18-2 24-4 4-11 5-12 10-6 8 6 10 10 36 28-8 8-14 7-3 8 0 8 2 8 4 5 5 11-17 5-15-5-7-5-3-15 1-9 8-3-4 0-2 9-9 4-6 0-10-6-10 2-1 4 1 2-2 0-14 4-8-7-17-9-7 0-16 4-14 0-8-6-14-6-4z"

[places]
ADR = { label = [852, 1130], unit = [808, 1092] }
AEG = { label = [1088, 1302], unit = [1144, 1300] }
ALB = { label = [932, 1182], unit = [924, 1116] }
ANK = { label = [1316, 1090], unit = [1316, 1052], centre = [1314, 1118] }
APU = { label = [848, 1178], unit = [792, 1152] }
ARM = { label = [1484, 1078], unit = [1484, 1040] }
BAL = { label = [868, 510], unit = [880, 472] }
BAR = { label = [1032, 70], unit = [1032, 32] }
BEL = { label = [512, 742], unit = [532, 780], centre = [502, 770] }
BER = { label = [768, 626], unit = [768, 664], centre = [754, 598] }
BLA = { label = [1232, 1006], unit = [1232, 968] }
BOH = { label = [784, 770], unit = [772, 808] }
BOT = { label = [872, 366], unit = [856, 328] }
BRE = { label = [332, 830], unit = [344, 868], centre = [358, 802] }
BUD = { label = [920, 874], unit = [920, 836], centre = [918, 902] }
BUL = { label = [1072, 1050], unit = [1072, 1088], centre = [1042, 1086] }
"BUL/EC" = { label = [1154, 1056], unit = [1156, 1024] }
"BUL/SC" = { label = [1110, 1084], unit = [1112, 1116] }
BUR = { label = [536, 858], unit = [524, 896] }
CLY = { label = [364, 442], unit = [376, 480] }
CON = { label = [1236, 1118], unit = [1176, 1164], centre = [1154, 1130] }
DEN = { label = [700, 554], unit = [664, 516], centre = [674, 486] }
EAS = { label = [1252, 1366], unit = [1252, 1328] }
EDI = { label = [444, 426], unit = [420, 464], centre = [406, 514] }
ENG = { label = [244, 774], unit = [300, 772] }
FIN = { label = [928, 318], unit = [928, 280] }
GAL = { label = [1032, 786], unit = [1032, 748] }
GAS = { label = [360, 994], unit = [360, 956] }
GRE = { label = [996, 1218], unit = [1008, 1180], centre = [994, 1246] }
HEL = { label = [556, 594], unit = [612, 572] }
HOL = { label = [568, 654], unit = [552, 692], centre = [582, 626] }
ION = { label = [872, 1358], unit = [872, 1320] }
IRI = { label = [216, 682], unit = [272, 684] }
KIE = { label = [664, 650], unit = [676, 688], centre = [662, 622] }
LON = { label = [392, 750], unit = [392, 712], centre = [422, 690] }
LVN = { label = [980, 506], unit = [980, 468] }
LVP = { label = [360, 610], unit = [388, 568], centre = [374, 534] }
LYO = { label = [500, 1146], unit = [500, 1108] }
MAO = { label = [92, 866], unit = [92, 828] }
MAR = { label = [496, 1002], unit = [512, 1040], centre = [494, 974] }
MOS = { label = [1400, 406], unit = [1400, 368], centre = [1398, 434] }
MUN = { label = [652, 842], unit = [652, 804], centre = [650, 870] }
NAF = { label = [156, 1374], unit = [156, 1336] }
NAO = { label = [140, 426], unit = [140, 388] }
NAP = { label = [812, 1246], unit = [772, 1296], centre = [742, 1290] }
NTH = { label = [528, 490], unit = [528, 452] }
NWG = { label = [544, 186], unit = [544, 148] }
NWY = { label = [680, 354], unit = [680, 392], centre = [678, 326] }
PAR = { label = [408, 858], unit = [464, 860], centre = [406, 886] }
PIC = { label = [472, 822], unit = [452, 784] }
PIE = { label = [580, 1002], unit = [596, 964] }
POR = { label = [136, 1078], unit = [128, 1116], centre = [138, 1050] }
PRU = { label = [864, 594], unit = [920, 592] }
ROM = { label = [684, 1154], unit = [708, 1116], centre = [730, 1146] }
RUH = { label = [612, 722], unit = [612, 760] }
RUM = { label = [1140, 938], unit = [1140, 900], centre = [1138, 966] }
SER = { label = [948, 1038], unit = [948, 1000], centre = [950, 1066] }
SEV = { label = [1420, 710], unit = [1420, 672], centre = [1418, 738] }
SIL = { label = [828, 690], unit = [828, 652] }
SKA = { label = [704, 434], unit = [728, 472] }
SMY = { label = [1240, 1202], unit = [1240, 1164], centre = [1238, 1230] }
SPA = { label = [236, 1126], unit = [236, 1088], centre = [234, 1154] }
"SPA/NC" = { label = [194, 1012], unit = [176, 980] }
"SPA/SC" = { label = [306, 1156], unit = [308, 1188] }
STP = { label = [1276, 130], unit = [1276, 92], centre = [1274, 158] }
"STP/NC" = { label = [1038, 140], unit = [1076, 140] }
"STP/SC" = { label = [1026, 308], unit = [1012, 340] }
SWE = { label = [784, 406], unit = [784, 368], centre = [782, 434] }
SWI = { label = [592, 910], unit = [592, 910] }
SYR = { label = [1452, 1250], unit = [1452, 1212] }
TRI = { label = [820, 1018], unit = [820, 980], centre = [818, 1046] }
TUN = { label = [612, 1338], unit = [612, 1376], centre = [610, 1310] }
TUS = { label = [652, 1098], unit = [668, 1060] }
TYR = { label = [664, 918], unit = [724, 904] }
TYS = { label = [664, 1230], unit = [664, 1192] }
UKR = { label = [1140, 750], unit = [1140, 712] }
VEN = { label = [668, 986], unit = [720, 948], centre = [674, 1014] }
VIE = { label = [860, 838], unit = [804, 848], centre = [862, 810] }
WAL = { label = [320, 722], unit = [340, 672] }
WAR = { label = [936, 678], unit = [936, 640], centre = [946, 706] }
WES = { label = [436, 1250], unit = [436, 1212] }
YOR = { label = [408, 650], unit = [416, 612] }

[coasts]
"BUL/EC" = "M1184 1070l-3-7-5-7-3-3-1-3 6-12 0-12-2-6 3-7 2-4 4-2 3-3-2-12"
"BUL/SC" = "M1088 1148l6-4 7 1 9-7 24 0 4 2M1093 1156l4 3 4-4 0-2-2-2-2 0-4 5"
"SPA/NC" = "M310 1008l-8 2-17-9-8-2-9-7-21-3-32-18-28-8-8-8-9-3-8 2-4 6-14-2-9 5-2 5 4 10-3 4 5 4-2 8 2 3-3 3-3 5 1 3"
"SPA/SC" = "M132 1188l13 5 4 4 8 13-1 6 5 15 8 10 7 3 6-4 5-5 7-1 6 2 8-4 10 0 9 3 10 4 17 5 8-2 10 5 5-4 7-9 7-5 7-3 13 3 2-2 0-4 4-10 6-8 18-10 0-2-4-4-5-9-2-14 3-5 25-29 7-3-1-5 2-2 8-6 24 0 17-9 14-6 5-5-1-9 4-4-3-5M371 1196l2 3 2 0 5-3 2-2-2-2-6 0-3 4"
"STP/NC" = "M1218 0l-4 10 5 5 1 3-2 2-6-2-4 4-5 7-4 4-6 14-6 10-4 4 2 5-9 10 6 18-11 11-11 3-9-5-11-3-2-2 3-9 11-11 2-4-17-9-9-1-17 9-10 2 16 8 5 9 3 17 2 4 6 0 6 4 5 7 0 10 4 8-6 1-4-3-8-1-8 3-5-1-2 2-4 12-8 10-8 15 5 8 15 11-5 3-3 5-17 1-6-2-4 2-14-6-5 3-2 8 4 4 11 7 6-2 5 1 5 7-1 3-4 4-17 1-13-7-7 1-5-3-12-16-6-6 1-11-3-3-6-4-12-4 0-2-5-1-3-3-8-4-6-6 5-1 8 6 18 2 4-2 8 3 24-3 10 2 15-5 5-3 11-11 7-17-3-11-5-5-5-5-19-8-8 1-14-2-14-6-26-6-8 4-9 1-6 4-3-5-8 2-4-2-1-1 6-2 1-3-2-2-8-2-7 9-5-1M1153 17l-1 7 3 7 4 4 5 3 5-3 6-8 3-13-2-2-17-1-6 6"
"STP/SC" = "M986 352l7-3 3 5 9 7 12 2 8 5-3 2-10-2-5 5-6 2 0 2-4 0 1 9"

[links]
');
CREATE TABLE tokens (
    token text primary key, game text not null, reader text not null, number integer not null,
    at text not null, deadlines integer not null
, copy text not null default '', spent integer not null default 0);
INSERT INTO "tokens" VALUES('e4c94320d58c26634290776407cd7a47bc42af1a591023f9e9b5e2198c833ecc','spring','ENGLAND',0,'2026-01-05T18:00:00Z',0,'',0);
INSERT INTO "tokens" VALUES('4af40c8db2ad879f12b98a14fb196250e30f806231227812acd6f26aeef617c2','spring','FRANCE',0,'2026-01-05T18:00:00Z',0,'',0);
INSERT INTO "tokens" VALUES('e9afd81a865fcd52a92091ad239ff6b607aec0651691267da3294c5748faafe7','spring','FRANCE',1,'2026-01-05T19:00:00Z',0,'',0);
INSERT INTO "tokens" VALUES('518acd3bd7c0884f4e1d71bfd439df8dee2c5327ed1811e740ca8ece4b19b8eb','spring','ENGLAND',1,'2026-01-05T20:00:00Z',0,'',0);
INSERT INTO "tokens" VALUES('efc7a8602a6ae409ef7b37740e33713d152f317226df6d0e8d788db85b66bbb7','spring','ENGLAND',2,'2026-01-05T20:30:00Z',1,'',0);
INSERT INTO "tokens" VALUES('fbb6c676adeb672625dc5dd16a5acc32596a0d5be3187135844d795638e52a68','spring','FRANCE',2,'2026-01-05T20:30:00Z',1,'',0);
INSERT INTO "tokens" VALUES('cbff2817919f2c74c1210db084f5fa04ee514fd1372b1044f1056a333204d6e2','spring','FRANCE',3,'2026-01-05T21:00:00Z',1,'',0);
INSERT INTO "tokens" VALUES('7f2816db44341fa61fecaa953520b044ae8b052216c8ca3a8ba164506b4f1139','spring','ENGLAND',3,'2026-01-05T21:00:00Z',1,'',0);
INSERT INTO "tokens" VALUES('978d320db7aa1472267c8a29dbc79295fa42861d1126d2f0af78ac5127b4f74e','spring','ENGLAND',4,'2026-01-05T22:00:00Z',1,'',0);
INSERT INTO "tokens" VALUES('95ce7a1302da1eea3e4b69b2f377eba7a5d5e8025f5eb6d6b4c65b4aef38ce77','spring','ENGLAND',5,'2026-01-07T08:30:00Z',1,'',0);
INSERT INTO "tokens" VALUES('addea8a4985b09567f8dce64c8656e01a85bf3fe33cb151d148792017d66014e','spring','FRANCE',4,'2026-01-07T08:30:00Z',1,'',0);
INSERT INTO "tokens" VALUES('4a50a86de50f7de13ba9717bcb32c80003f7a6d69fa1b259ac259d931b25bb5b','spring','FRANCE',5,'2026-01-07T18:00:00Z',1,'',0);
INSERT INTO "tokens" VALUES('eb61a74217bcb200e56d3c83fec661bef2ea06151d83edc5b3fb4e6882c0fb68','spring','ENGLAND',6,'2026-01-07T19:00:00Z',1,'',0);
INSERT INTO "tokens" VALUES('47f176ec13f8a0d9a822020d1fa392d51527d927322310e43d5dfe80b44d00c3','spring','8b042582feac545ab21bc7b907e31150',0,'2026-01-07T20:00:00Z',0,'',0);
CREATE INDEX games_by_strike on games (next_strike) where next_strike is not null;
CREATE INDEX ledger_by_message on ledger (message_id);
CREATE INDEX ledger_by_entry on ledger (game, n);
CREATE INDEX disclosed_by_game on disclosed (game, n);
CREATE INDEX players_by_address on players (address);
CREATE INDEX inbox_by_message on inbox (message_id, digest);
CREATE INDEX inbox_by_state on inbox (state);
CREATE INDEX outbox_waiting on outbox (state, next_try);
CREATE INDEX tokens_by_reader on tokens (game, reader);
CREATE INDEX inbox_by_hold on inbox (game, hold) where hold is not null;
CREATE INDEX inbox_by_seat on inbox (game, seat);
CREATE INDEX outbox_by_message on outbox (message_id);
CREATE INDEX bounces_by_reader on bounces (game, reader);
CREATE INDEX people_by_address on people (address, game);
CREATE INDEX buckets_by_time on buckets (at);
CREATE INDEX outbox_by_game on outbox (game);
CREATE INDEX games_that_offer on games (name) where offer != '';
CREATE INDEX games_alive on games (name) where over = '';
CREATE INDEX addresses_by_seat on addresses (game, seat);
COMMIT;
