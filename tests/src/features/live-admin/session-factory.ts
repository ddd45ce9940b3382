import type {
  LiveOptions,
  PlanCheck,
  StaffSession,
  StaffSessionDetail,
} from '#contract/live/admin/sessions.ts'

export const aStaffSession = (changes: Partial<StaffSession> = {}): StaffSession => ({
  id: 5,
  kind: 'class',
  title: 'Loops',
  course: { id: 3, title: 'SQL' },
  hosts: [{ id: 2, name: 'Ina Instructor' }],
  starts_at: '2030-01-07T09:00:00Z',
  ends_at: '2030-01-07T10:00:00Z',
  time_zone: 'UTC',
  state: 'scheduled',
  provider: 'link',
  audience: 'course',
  series_id: null,
  capacity: null,
  invited: 12,
  joined: 0,
  recording: { state: 'none', expected_at: null, ready_at: null, duration_seconds: null },
  ...changes,
})

export const aSessionDetail = (changes: Partial<StaffSessionDetail> = {}): StaffSessionDetail => ({
  ...aStaffSession(),
  form: {
    kind: 'class',
    title: 'Loops',
    description: '',
    course_id: 3,
    section_id: null,
    starts_local: '2030-01-07T09:00',
    time_zone: 'UTC',
    second_time: false,
    length_minutes: 60,
    provider: 'link',
    meeting_url: 'https://meet.example.org/loops',
    capacity: null,
    audience: 'course',
    invitee_ids: [],
    host_ids: [2],
    consent_rule: 'none',
  },
  invitees: [],
  series: null,
  revision: 4,
  attendance: [],
  recording_media: { url: null, captions: [] },
  ...changes,
})

export const someOptions: LiveOptions = {
  courses: [{ id: 3, title: 'SQL', sections: [{ id: 8, title: 'Basics' }] }],
  hosts: [
    { id: 2, name: 'Ina Instructor' },
    { id: 4, name: 'Omar Bashir' },
  ],
  providers: ['link'],
  consent_rule: null,
  time_zone: 'UTC',
}

export const aPlan = (changes: Partial<PlanCheck> = {}): PlanCheck => ({
  first: { starts_at: '2030-01-07T09:00:00Z', ends_at: '2030-01-07T10:00:00Z' },
  sessions: 1,
  is_past: false,
  clock_changes: [],
  audience_count: 12,
  conflicts: [],
  ...changes,
})
