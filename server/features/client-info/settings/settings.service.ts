/** Features and languages that admins decide about; each change is a security event. */
import type { BodyOf } from '#contract/endpoint.ts'
import {
  switchableFeatures,
  type ClientSettings,
  type setAccountRules,
  type setLanguages,
  type setMail,
  type switchFeature,
} from '#contract/client-info/settings-endpoints.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { setFeature } from '../clients.repository.ts'
import { featureCatalogue } from '../feature-catalogue.ts'
import { auditOf } from './audit.ts'
import { lockClient } from './brand.repository.ts'
import {
  countChange,
  readPerson,
  readSettings,
  readSwitches,
  writeAccountRules,
  writeAllowed,
  writeLanguages,
  writeMail,
} from './settings.repository.ts'
import { testMail } from './test-mail.ts'

const read = async (db: TenantDb, clientId: number): Promise<ClientSettings> => {
  const row = await readSettings(db, clientId)
  if (!row) throw notFound()
  const switches = await readSwitches(db, clientId)
  return {
    version: row.settings_version,
    features: switchableFeatures.map((slug) => {
      const found = switches.find((each) => each.slug === slug)
      const { area = 'student' } = featureCatalogue.find((entry) => entry.slug === slug) ?? {}
      return { slug, area, is_on: found?.enabled ?? false, is_allowed: found?.allowed ?? true }
    }),
    languages: row.languages,
    detect_browser_language: row.detect_browser_language,
    mail: { sender: row.mail_sender, reply_to: row.mail_reply_to, support_email: row.support_email },
    accounts: {
      password_min: row.password_min,
      phone_required: row.phone_required,
      staff_second_step: row.staff_second_step,
    },
  }
}

export const createSettingsService = (core: Core) => {
  const record = (db: TenantDb, scope: AdminScope, action: AuditAction, detail: Record<string, string>) =>
    core.audit.record(db, auditOf(scope, action, detail))

  /** One change at a time, seen by every process when it commits. */
  const change = (
    scope: AdminScope,
    version: number,
    work: (db: TenantDb, before: ClientSettings) => Promise<void>,
  ): Promise<ClientSettings> =>
    scope.tx(async (db) => {
      const { clientId } = scope.tenant
      await lockClient(db, clientId)
      const before = await read(db, clientId)
      if (before.version !== version)
        throw new AppError('conflict', 'Somebody else changed the settings meanwhile. Look at them first.')
      await work(db, before)
      await countChange(db, clientId)
      await core.changes.announce(db, { kind: 'client', clientId })
      return read(db, clientId)
    })

  return {
    read: (scope: AdminScope) => scope.tx((db) => read(db, scope.tenant.clientId)),

    switchFeature: (scope: AdminScope, wanted: BodyOf<typeof switchFeature>) =>
      change(scope, wanted.version, async (db, before) => {
        const { slug, is_on: isOn, is_allowed: isAllowed } = wanted
        const { clientId } = scope.tenant
        const now = before.features.find((each) => each.slug === slug)
        if (!now) throw notFound()
        const changesAllowed = now.is_allowed !== isAllowed
        if ((changesAllowed || !isAllowed) && scope.actor.role !== 'superadmin')
          throw new AppError('forbidden', "You don't have permission to change this feature.")
        if (isOn && !isAllowed) throw invalidField('is_on', fieldIssue('invalid'))
        if (now.is_on !== isOn || changesAllowed) await setFeature(db, clientId, { slug, enabled: isOn })
        if (changesAllowed) {
          await writeAllowed(db, clientId, { slug, allowed: isAllowed })
          const action = isAllowed ? 'clients.feature_allowed' : 'clients.feature_forbidden'
          await record(db, scope, action, { feature: slug })
        }
        if (now.is_on !== isOn)
          await record(db, scope, isOn ? 'clients.feature_on' : 'clients.feature_off', { feature: slug })
      }),

    setLanguages: (scope: AdminScope, wanted: BodyOf<typeof setLanguages>) =>
      change(scope, wanted.version, async (db) => {
        const languages = [...new Set(wanted.languages)]
        await writeLanguages(db, scope.tenant.clientId, {
          languages,
          detect: wanted.detect_browser_language,
        })
        await record(db, scope, 'clients.languages_changed', { languages: languages.join(', ') })
      }),

    setMail: (scope: AdminScope, wanted: BodyOf<typeof setMail>) =>
      change(scope, wanted.version, async (db) => {
        const { sender, reply_to: replyTo, support_email: support } = wanted
        await writeMail(db, scope.tenant.clientId, {
          mail_sender: sender,
          mail_reply_to: replyTo,
          support_email: support,
        })
        await record(db, scope, 'clients.mail_changed', {})
      }),

    setAccountRules: (scope: AdminScope, wanted: BodyOf<typeof setAccountRules>) =>
      change(scope, wanted.version, async (db, { accounts: before }) => {
        const { password_min: min, phone_required: isPhoneRequired } = wanted
        await writeAccountRules(db, scope.tenant.clientId, {
          password_min: min,
          phone_required: isPhoneRequired,
        })
        const detail = { from: before.password_min, to: min, phone_required: isPhoneRequired }
        await core.audit.record(db, auditOf(scope, 'clients.account_rules_changed', detail))
      }),

    /** To oneself: it shows what everybody will see in the inbox. */
    sendTestMail: (scope: AdminScope): Promise<{ detail: string }> =>
      scope.tx(async (db) => {
        const { clientId } = scope.tenant
        const me = await readPerson(db, clientId, scope.actor.userId)
        const row = await readSettings(db, clientId)
        if (!me || !row) throw notFound()
        const sender = row.mail_sender ?? scope.tenant.name
        const { subject, text } = testMail(me.language, { sender, replyTo: row.mail_reply_to })
        await core.outbox.add(db, {
          to: me.email,
          channel: 'email',
          language: me.language,
          subject,
          text,
          html: null,
        })
        return { detail: me.email }
      }),
  }
}
