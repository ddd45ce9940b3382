import type { Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'

/** How somebody began to sign in. */
export type FirstStep = 'password' | 'google' | 'code' | 'passkey'
export type ChallengePurpose = 'register' | 'sign_in' | 'second_step' | 'step_up' | 'google'
export type CodePurpose = 'verify_email' | 'reset_password'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    app_user: {
      client_id: number
      id: GeneratedAlways<number>
      email: string
      email_key: string
      username: string
      username_key: string
      full_name: string
      phone_number: string | null
      profile_picture: Generated<string | null>
      role: Generated<Role>
      language: Generated<Language>
      time_zone: string
      follows_device_zone: Generated<boolean>
      password_hash: string | null
      password_changed_at: Generated<Date | null>
      email_verified_at: Generated<Date | null>
      disabled_at: Generated<Date | null>
      /** Seeded by the demo: signs in only while the demo is on. */
      is_demo: Generated<boolean>
      /** Made with the sign-up form; counts as a person once the address is confirmed. */
      self_registered: Generated<boolean>
      marketing_opt_in: Generated<boolean>
      referred_by_code: Generated<string | null>
      terms_accepted_at: Generated<Date | null>
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    user_session: {
      client_id: number
      id: string
      user_id: number
      cur_hash: Buffer
      prev_hash: Generated<Buffer | null>
      gen: Generated<number>
      seen: Generated<boolean>
      rotated_at: Date
      succ_enc: Generated<Buffer | null>
      idle_expires_at: Date
      absolute_expires_at: Date
      device: string
      network: string
      user_agent: string
      time_zone: Generated<string | null>
      created_at: Date
      last_seen_at: Date
      revoked_at: Generated<Date | null>
      revoked_reason: Generated<string | null>
      /** The last proof of identity: the sign-in, or a later one. */
      proved_at: Generated<Date | null>
      /** Of an administrator who sees what the user sees; its row in `support_view` says who. */
      is_support: Generated<boolean>
    }
    support_view: {
      client_id: number
      id: string
      user_id: number
      admin_id: number | null
      admin_session_id: string
      reason: string
      started_at: Date
      expires_at: Date
      ended_at: Generated<Date | null>
    }
    one_time_code: {
      client_id: number
      id: GeneratedAlways<number>
      user_id: number
      purpose: CodePurpose
      request_id: string
      browser_hash: Buffer
      code_hmac: Buffer
      tries: Generated<number>
      created_at: Date
      expires_at: Date
      ended_at: Generated<Date | null>
    }
    code_request: {
      client_id: number
      id: GeneratedAlways<number>
      address_hmac: Buffer
      purpose: string
      browser_hash: Buffer | null
      requested_at: Date
    }
    pending_signup: {
      client_id: number
      user_id: number
      browser_hash: Buffer
      full_name: string
      phone_number: string | null
      password_hash: string
      language: Language
      marketing_opt_in: boolean
      referred_by_code: string | null
      terms_accepted_at: Date
    }
    sign_in_failure: {
      client_id: number
      account_hmac: Buffer
      network: string
      failures: number
      last_failed_at: Date
    }
    known_device: {
      client_id: number
      user_id: number
      device_hash: Buffer
      failures: Generated<number>
      created_at: Date
      last_used_at: Date
    }
    google_identity: {
      client_id: number
      issuer: string
      subject: string
      user_id: number
      created_at: Date
    }
    user_totp: {
      client_id: number
      user_id: number
      secret_enc: Buffer
      confirmed_at: Generated<Date | null>
      last_step: Generated<number | null>
      created_at: Date
    }
    recovery_code: {
      client_id: number
      user_id: number
      code_hash: Buffer
      created_at: Date
      used_at: Generated<Date | null>
    }
    passkey: {
      client_id: number
      credential_id: Buffer
      user_id: number
      public_key: Buffer
      /** A bigint: the counter is an unsigned 32-bit number. */
      sign_count: string
      rp_id: string
      transports: string[]
      name: string
      created_at: Date
      last_used_at: Generated<Date | null>
    }
    sign_in_challenge: {
      client_id: number
      challenge_hash: Buffer
      purpose: ChallengePurpose
      user_id: number | null
      rp_id: string
      expires_at: Date
    }
    second_step_ticket: {
      client_id: number
      token_hash: Buffer
      user_id: number
      first_step: FirstStep
      device: string
      tries: Generated<number>
      created_at: Date
      expires_at: Date
    }
    signing_key: {
      client_id: number
      n: number
      public_x: string
      private_enc: Buffer
      created_at: Date
      retired_at: Generated<Date | null>
    }
  }
}
