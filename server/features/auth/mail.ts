/** The mails of accounts, and what each needs beside the recipient. */
export type Mail =
  | { kind: 'verify_email' | 'reset_password'; code: string }
  | { kind: 'already_registered' | 'password_changed' | 'google_linked' }
  | { kind: 'session_ended'; device: string }
