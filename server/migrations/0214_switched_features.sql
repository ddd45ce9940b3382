-- A feature that is off keeps its title, links and place for the day it is back (TE5).
alter table client_feature add column enabled boolean not null default true;
