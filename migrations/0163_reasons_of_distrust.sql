-- Why a person is on a house's untrusted list.
alter table house_trust add column reason text check (char_length(reason) between 1 and 2000);
alter table house_trust add check (reason is null or not trusted);
