-- Who enrolled a moment ago is told of the course's next class. Reader: features/live/reminders.
create index enrolment_time on enrolment (client_id, enrolled_at) where left_at is null;
