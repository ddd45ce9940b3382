-- The last day, in the client's time zone, on which a learner can work in a course; null: no end. After it the course can
-- be read, and nothing is deleted. Writer: features/courses.
alter table enrolment add column access_until date;
