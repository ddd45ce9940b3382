-- The same question a second time is found by its words in any of its languages, not by a hash of one.
alter table bank_question drop column words_hash;
