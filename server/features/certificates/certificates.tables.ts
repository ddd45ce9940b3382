import type { ColumnType, Generated } from 'kysely'
import type { LookField, OwnTexts } from '#contract/certificates/look.ts'
import type { CertificateKind, Criterion, orientations } from '#contract/certificates/shapes.ts'
import type { WantedTemplate } from '#contract/certificates/templates.ts'
import type { Language } from '#contract/languages.ts'
import type { designIds } from './certificate-data.ts'

export interface StoredSignature {
  name: string
  role: string
  /** The stable path of a stored file. */
  picture: string | null
}

export interface StoredOptions {
  show_seal: boolean
  show_criteria: boolean
  // Versions of before fields could be placed have none of these.
  show_logo?: boolean
  texts?: { readonly [language in Language]?: OwnTexts | undefined }
  fields?: LookField[] | null
  /** The stable path of a stored file. */
  background?: string | null
}

/** JSON that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    certificate_template: {
      client_id: number
      id: Generated<number>
      name: string
      create_key: string
      version: Generated<number>
      is_default: boolean
      draft: Json<WantedTemplate> | null
      draft_number: Generated<number>
      created_at: Date
      updated_at: Date
      updated_by: number | null
    }
    certificate_template_version: {
      client_id: number
      template_id: number
      version: number
      design: (typeof designIds)[number]
      orientation: (typeof orientations)[number]
      options: Json<StoredOptions>
      signatures: Json<StoredSignature[]>
      published_at: Date
    }
    certificate_rule: {
      client_id: number
      id: Generated<number>
      course_id: number | null
      assessment_id: number | null
      is_active: boolean
      completion: boolean
      min_score: number | null
      score_assessment_id: number | null
      min_minutes: number | null
      min_attendance: number | null
      payment: boolean
      valid_months: number | null
      template_id: number | null
      version: Generated<number>
      updated_at: Date
      updated_by: number | null
    }
    certificate_name: {
      client_id: number
      user_id: number
      name: string
      confirmed_at: Date
      corrected_at: Date | null
    }
    certificate: {
      client_id: number
      id: Generated<number>
      serial: string
      user_id: number
      kind: CertificateKind
      course_id: number | null
      assessment_id: number | null
      recipient_name: string
      title: string
      language: Language
      issuer_name: string
      brand_colour: string
      criteria: Json<Criterion[]>
      template_id: number | null
      template_version: number | null
      issued_at: Date
      issued_on: string
      expires_on: string | null
      issued_by: number | null
      replaces: number | null
      replaced_for: ReplacedFor | null
      replaced_at: Date | null
      revoked_at: Date | null
      revoked_by: number | null
      revoked_reason: string | null
      revoked_for: 'admin' | 'refund' | null
    }
    certificate_picture: {
      client_id: number
      path: string
      uploaded_at: Date
    }
    certificate_download: {
      client_id: number
      id: string
      asked_by: number | null
      asked_at: Date
      state: 'waiting' | 'ready' | 'failed'
      certificate_ids: number[]
      done: Generated<number>
      origin: string
      names_client: boolean
      next_try_at: Date
      tries: Generated<number>
      file_url: string | null
      expires_at: Date
    }
    certificate_notice: {
      client_id: number
      user_id: number
      kind: 'ready' | 'expiring'
      subject: string
      told_at: Date
    }
  }
}

export type ReplacedFor = 'corrected' | 'reissued' | 'renewed'

/** A course or an assessment. */
export interface Subject {
  readonly kind: CertificateKind
  readonly id: number
}
