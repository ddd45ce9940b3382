/**
 * What every table with rows about people means for a copy of one's data and for the deletion of an account. A table with
 * a reference to a person that is missing here fails tests/server/own-data/personal-data.test.ts until somebody decides.
 */
export interface PersonalTable {
  /** The column with the person's id. */
  readonly person: string
  /** The column with the address, of rows that people leave without being signed in. */
  readonly address?: string
  /**
   * What the deletion of an account does. `erase`: deletes the rows. `anonymise`: they stay and belong to the deleted
   * member, without the values of `blank`. `keep`: they stay as they are, because a law or security needs them.
   */
  readonly onDeletion: 'erase' | 'anonymise' | 'keep'
  /** Texts of the person in rows that stay, and what takes their place. */
  readonly blank?: Readonly<Record<string, string | null>>
  /** Columns with addresses of stored files that go with the row. */
  readonly files?: readonly string[]
  /** Why the rows are not in the copy. Null: they are. */
  readonly notExported: string | null
  /** Columns that the copy leaves out: secrets, and answer keys or results that are not published. */
  readonly withheld?: readonly string[]
}

const erased = (person = 'user_id', more: Partial<PersonalTable> = {}): PersonalTable => ({
  person,
  onDeletion: 'erase',
  notExported: null,
  ...more,
})
const stays = (person: string, more: Partial<PersonalTable> = {}): PersonalTable => ({
  ...erased(person, more),
  onDeletion: 'anonymise',
})

const SIGN_IN = 'a secret of signing in, worth nothing to its owner'
export const DERIVED = 'computed from rows that are in the copy'
const UNPUBLISHED = [
  'right_answers',
  'percent',
  'passed',
  'scholarship_percent',
  'answers_hash',
  'result_version',
  'told_version',
  'holder',
]

export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  // The row stays as the deleted member; account-eraser.ts replaces every value.
  app_user: stays('id', { withheld: ['password_hash', 'email_key', 'username_key', 'search_text'] }),
  // The database writes it from that row.
  person_summary: stays('user_id', { notExported: DERIVED }),
  learner_profile: erased(),
  public_profile: erased(),
  display_choice: erased(),
  learner_plan: erased(),
  data_export: erased('user_id', { files: ['file_url'], withheld: ['file_url'] }),
  account_deletion: { ...erased(), onDeletion: 'keep' },

  user_session: erased(),
  support_view: erased(),
  known_device: erased(),
  google_identity: erased(),
  passkey: erased(),
  user_totp: erased(),
  recovery_code: erased('user_id', { notExported: SIGN_IN }),
  one_time_code: erased('user_id', { notExported: SIGN_IN }),
  pending_signup: erased('user_id', { notExported: SIGN_IN }),
  sign_in_challenge: erased('user_id', { notExported: SIGN_IN }),
  second_step_ticket: erased('user_id', { notExported: SIGN_IN }),
  // Append-only and chained: whoever could remove events could hide an attack (H3). It names nobody.
  audit_event: { ...erased('actor_id'), onDeletion: 'keep' },

  notification: erased(),
  notification_mail: erased(),
  notification_preference: erased(),
  notification_quiet: erased(),
  push_subscription: erased('user_id', { withheld: ['endpoint', 'p256dh', 'auth'] }),

  enrolment: erased(),
  course_seat: erased(),
  course_notice: erased(),
  // Accounts must be kept for years (tax law).
  course_purchase: { ...erased(), onDeletion: 'keep' },
  // The ledger never changes, and must be kept for years (tax law).
  ledger_entry: { ...erased('person_id'), onDeletion: 'keep' },
  // What was bought and paid belongs to the accounts.
  programme_order: { ...erased(), onDeletion: 'keep' },
  programme_refund_request: { ...erased(), onDeletion: 'keep' },
  // Invoices and receipts never change, and must be kept for years (tax law).
  payment_document: { ...erased('person_id'), onDeletion: 'keep' },
  invoice_buyer: erased(),
  coupon_use: { ...erased(), onDeletion: 'keep' },
  course_coupon: erased(),
  course_coupon_use: { ...erased(), onDeletion: 'keep' },
  referral_code: erased(),
  // What was earned and paid out belongs to the accounts.
  referral: {
    ...erased('referrer_id', { withheld: ['invited_id', 'browser_hash', 'review_note'] }),
    onDeletion: 'keep',
  },
  referral_payout: { ...erased('user_id', { withheld: ['idempotency_key'] }), onDeletion: 'keep' },
  payment_checkout: { ...erased('user_id', { withheld: ['idempotency_key', 'url'] }), onDeletion: 'keep' },
  course_rating: stays('user_id', { blank: { text: '' } }),
  course_marks: erased('user_id', { notExported: DERIVED }),
  course_instructor: erased(),
  item_progress: erased(),
  lesson_note: erased(),
  quiz_attempt: erased('user_id', { withheld: ['questions'] }),
  quiz_draft: erased(),
  practice_question: erased(),
  practice_answer: erased(),
  film_answer: erased('user_id', { withheld: ['question'] }),
  problem_draft: erased(),
  problem_ticket: erased('user_id', { notExported: 'an answer key between a check and its submission' }),
  problem_submission: erased('user_id', { withheld: ['authored', 'tests'] }),
  scorm_attempt: erased(),

  assessment_attempt: erased('user_id', { withheld: UNPUBLISHED }),
  assessment_accommodation: erased(),
  assessment_grant: erased(),
  assessment_phone: erased(),
  assessment_phone_code: erased('user_id', { notExported: SIGN_IN }),
  assessment_staff: erased(),

  // The client's file about its people, deleted after 30 days.
  student_group_member: erased(),
  student_view: erased('owner_id'),
  student_message: erased('user_id'),
  invite_use: erased(),
  email_recipient: erased('user_id', { address: 'email_key' }),
  student_import_row: erased('user_id', {
    notExported: 'a file of the client; what it changed is in the account',
  }),

  // What admins did with many people at once, deleted after 30 days.
  student_bulk_row: erased('user_id', {
    notExported: 'what it changed is in the account, the courses and the mails',
  }),

  daily_activity: erased(),
  dashboard_progress: erased('user_id', { notExported: DERIVED }),
  dashboard_arrival: erased('user_id', { notExported: DERIVED }),
  dashboard_risk: erased('user_id', { notExported: DERIVED }),
  study_segment: erased(),
  study_cover: erased('user_id', { notExported: DERIVED }),
  weekly_goal: erased(),
  learner_badge: erased(),
  learner_moment: erased(),
  learner_standing: erased('user_id', { notExported: DERIVED }),
  leaderboard_choice: erased(),
  week_podium: erased(),

  live_session_host: erased(),
  live_invitee: erased(),
  live_join: erased(),
  live_presence: erased(),
  live_watch: erased(),
  live_feed: erased(),
  attendance_mark: erased(),
  attendance_change: erased(),
  attendance_check_in: erased(),
  attendance_dispute: erased(),
  attendance_warning: erased(),
  // Employers and schools rely on certificates for years: they stay valid and verifiable, with the name as printed.
  certificate: { ...erased(), onDeletion: 'keep' },
  certificate_name: erased(),
  certificate_notice: erased('user_id', { notExported: DERIVED }),

  workshop_registration: erased('user_id', { address: 'email_key', files: ['file_url'] }),
  workshop_view: erased(),

  saved_job: erased(),
  saved_search: erased(),
  job_report: erased(),
  job_resume: erased('user_id', { files: ['url'] }),
  // Recruiters rate applications for themselves.
  job_application: erased('user_id', { files: ['resume_url'], withheld: ['rating'] }),
  job_recruiter: erased(),

  // Conversations stay readable, and their counts stay right.
  forum_thread: stays('author_id'),
  forum_comment: stays('author_id'),
  forum_revision: stays('edited_by'),
  forum_thread_vote: stays('user_id'),
  forum_comment_vote: stays('user_id'),
  forum_bookmark: stays('user_id'),
  forum_report: stays('reporter_id', { blank: { note: '' } }),
  forum_follow: erased(),
  forum_mention: erased(),
  forum_person_word: erased('user_id', { notExported: DERIVED }),
}

/** Rows of a person without a column for them: they are exported and deleted with their parent's row. */
export const CHILD_TABLES: Readonly<
  Record<string, { parent: string; column: string; notExported: string | null; withheld?: readonly string[] }>
> = {
  attempt_answer: {
    parent: 'assessment_attempt',
    column: 'attempt_id',
    notExported: null,
    withheld: ['holder'],
  },
  attempt_event: { parent: 'assessment_attempt', column: 'attempt_id', notExported: null },
  attempt_extra: { parent: 'assessment_attempt', column: 'attempt_id', notExported: null },
  attempt_late_answer: {
    parent: 'assessment_attempt',
    column: 'attempt_id',
    notExported: null,
    withheld: ['holder'],
  },
  attempt_question: { parent: 'assessment_attempt', column: 'attempt_id', notExported: null },
  attempt_result: {
    parent: 'assessment_attempt',
    column: 'attempt_id',
    notExported: 'published on the page of results, and not before',
  },
  job_application_event: {
    parent: 'job_application',
    column: 'application_id',
    notExported: 'states and messages are on the page of applications; notes are the recruiter’s',
  },
}

/**
 * Who of the staff did something to the client's own records, such as "created by". The record is the client's; after a
 * deletion the column leads to the deleted member.
 */
export const STAFF_COLUMNS: ReadonlySet<string> = new Set([
  'api_token.made_by',
  'webhook.made_by',
  'webhook.owner_id',
  'webhook.lost_owner_id',
  'payment_link.created_by',
  'payment_link_event.actor_id',
  'payment_note.decided_by',
  'payment_note.noted_by',
  'payment_return.decided_by',
  'payment_return.noted_by',
  'assessment.made_by',
  'assessment.owner_id',
  'assessment.updated_by',
  'assessment_accommodation.by_user',
  'assessment_attempt.appeal_by',
  'assessment_attempt.decision_by',
  'assessment_grant.by_user',
  'assessment_release.by_user',
  'assessment_staff.added_by',
  'attempt_extra.by_user',
  'attempt_late_answer.counted_by',
  'attempt_result.by_user',
  'attendance_change.changed_by',
  'attendance_dispute.answered_by',
  'attendance_mark.marked_by',
  'bank_question.created_by',
  'bank_question_version.created_by',
  'certificate.issued_by',
  'certificate.revoked_by',
  'certificate_download.asked_by',
  'certificate_rule.updated_by',
  'certificate_template.updated_by',
  'client_brand_version.published_by',
  'client_legal_text.published_by',
  'coupon.created_by',
  'programme_refund_request.settled_by',
  // Whom somebody invited: the row is the referrer's.
  'referral.invited_id',
  'referral.reviewed_by',
  'referral_payout.paid_by',
  'course_draft.made_by',
  'course_draft.saved_by',
  'course_package.user_id',
  'course_purchase.granted_by',
  'course_purchase.refund_settled_by',
  'course_rating.hidden_by',
  'course_trash.removed_by',
  'course_upload.user_id',
  'course_version.created_by',
  'forum_comment.deleted_by',
  'forum_mention.author_id',
  'forum_report.settled_by',
  'forum_tag.created_by',
  'forum_thread.deleted_by',
  'job.created_by',
  'job_application_event.actor_id',
  'job_partner_link.created_by',
  'job_report.settled_by',
  'ledger_transaction.made_by',
  'live_series.created_by',
  'live_session.created_by',
  'payment_finding.repaired_by',
  'payment_refund.requested_by',
  'workshop.created_by',
  'workshop_mail.sent_by',
  'email_campaign.made_by',
  'email_campaign.started_by',
  'mail_sender.made_by',
  'student_group.created_by',
  'student_message.sender_id',
  'invite_link.made_by',
  'student_bulk.made_by',
  'support_view.admin_id',
  'student_bulk.step_by',
  'student_import.made_by',
  'student_import.step_by',
  'problem_submission.grader_id',
  'question_key_fix.by_user',
])
