-- A picture that the program makes itself, when it is first asked for, instead of having been uploaded:
-- {"work": <path in the object store>, "view": "whole"|"detail"|"signature"|"back"|"frame", "seed": <number>}.
alter table picture add column source jsonb;
