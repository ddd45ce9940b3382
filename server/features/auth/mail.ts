/** The mails of accounts, and what each needs beside the recipient. */
export type Mail =
  | { kind: 'verify_email' | 'reset_password'; code: string }
  | { kind: 'already_registered' | 'password_changed' | 'google_linked' }
  | { kind: 'two_step_on' | 'two_step_off' | 'recovery_code_used' | 'recovery_codes_renewed' }
  | { kind: 'passkey_added' | 'passkey_removed' | 'two_step_reset' }
  | { kind: 'session_ended' | 'new_device'; device: string }
