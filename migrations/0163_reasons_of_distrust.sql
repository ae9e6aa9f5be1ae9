-- Why a house put somebody on its untrusted list.
alter table house_trust add column reason text check (char_length(reason) between 1 and 2000);
alter table house_trust add check (reason is null or not trusted);
