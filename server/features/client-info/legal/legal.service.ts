/** Terms and privacy notice: everybody reads the newest version, admins publish new ones. */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { inSomeLanguages } from '#contract/common.ts'
import {
  LEGAL_VERSIONS_SHOWN,
  NAME_PLACE,
  legalKinds,
  type LegalKind,
  type LegalState,
  type LegalText,
} from '#contract/client-info/legal.ts'
import { languages, perLanguage, type Language } from '#contract/languages.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, PublicScope, Tenant } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { auditOf } from '../settings/audit.ts'
import { lockClient } from '../settings/brand.repository.ts'
import { insertLegalVersion, readLegalVersions, type LegalRow, type LegalTexts } from './legal.repository.ts'
import { standardTexts } from './standard-texts.ts'

/** More clients than one process serves at a time. */
const CLIENTS_CACHED_MAX = 2000

const storedTexts = inSomeLanguages(z.string())
const textsOf = (row: LegalRow | undefined): LegalTexts => {
  const parsed = storedTexts.parse(row?.texts ?? {})
  return Object.fromEntries(Object.entries(parsed).filter(([, text]) => text !== undefined))
}
const languagesOf = (texts: LegalTexts): Language[] => languages.filter((each) => texts[each] !== undefined)

type InForce = Record<LegalKind, { texts: LegalTexts; version: number; publishedAt: Date } | null>

const readInForce = async (db: TenantDb, clientId: number): Promise<InForce> => {
  const inForce: InForce = { terms: null, privacy: null }
  for (const kind of legalKinds) {
    const [row] = await readLegalVersions(db, clientId, { kind, limit: 1 })
    if (row) inForce[kind] = { texts: textsOf(row), version: row.version, publishedAt: row.published_at }
  }
  return inForce
}

/** In the language that was asked for, else in the client's first one that has a text; never mixed with our own. */
const shownText = (
  kind: LegalKind,
  tenant: Pick<Tenant, 'name' | 'languages'>,
  { own, language }: { own: InForce[LegalKind]; language: Language },
): LegalText => {
  const texts = own?.texts ?? {}
  const [first] = languagesOf(texts)
  const isOwn = own !== null && first !== undefined
  const shown = isOwn
    ? ([language, ...tenant.languages].find((each) => texts[each] !== undefined) ?? first)
    : language
  const text = (isOwn && texts[shown]) || standardTexts[kind][shown].text
  return {
    kind,
    title: standardTexts[kind][shown].title,
    language: shown,
    text: text.replaceAll(NAME_PLACE, () => tenant.name),
    version: isOwn ? own.version : null,
    published_at: isOwn ? own.publishedAt.toISOString() : null,
  }
}

const readState = async (db: TenantDb, clientId: number, kind: LegalKind): Promise<LegalState> => {
  const rows = await readLegalVersions(db, clientId, { kind, limit: LEGAL_VERSIONS_SHOWN })
  return {
    kind,
    version: rows[0]?.version ?? 0,
    texts: textsOf(rows[0]),
    standard: perLanguage((language) => standardTexts[kind][language].text),
    versions: rows.map((row) => ({
      version: row.version,
      published_at: row.published_at.toISOString(),
      published_by: row.published_by,
      languages: languagesOf(textsOf(row)),
    })),
  }
}

/** Without the languages that are left empty. The client's own language is needed as soon as any has a text. */
const wantedTexts = (typed: LegalTexts, tenant: Tenant): LegalTexts => {
  const texts = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')) as LegalTexts
  const [own] = tenant.languages
  if (languagesOf(texts).length > 0 && texts[own] === undefined)
    throw invalidField(`texts.${own}`, fieldIssue('required'))
  return texts
}

export const createLegalService = (core: Core) => {
  const cache = createFreshCache<number, InForce>({
    feed: core.changes,
    affects: (change) => (change.kind === 'client' ? (clientId) => clientId === change.clientId : false),
    maxEntries: CLIENTS_CACHED_MAX,
  })

  /** For visitors and for the page without JavaScript. */
  const show = async (
    tenant: Tenant,
    wanted: { kind: LegalKind; language: Language | undefined },
  ): Promise<LegalText> => {
    const { clientId } = tenant
    const inForce = await cache.get(clientId, () =>
      core.db.withTenant(clientId, (db) => readInForce(db, clientId)),
    )
    const language = wanted.language ?? tenant.languages[0]
    return shownText(wanted.kind, tenant, { own: inForce[wanted.kind], language })
  }

  return {
    show,
    read: (scope: PublicScope, wanted: { kind: LegalKind; language: Language | undefined }) =>
      show(scope.tenant, wanted),

    state: (scope: AdminScope, kind: LegalKind): Promise<LegalState> =>
      scope.tx((db) => readState(db, scope.tenant.clientId, kind)),

    version: (scope: AdminScope, { kind, version }: { kind: LegalKind; version: number }) =>
      scope.tx(async (db) => {
        const [row] = await readLegalVersions(db, scope.tenant.clientId, { kind, limit: 1, only: version })
        if (!row) throw notFound()
        return { version, texts: textsOf(row) }
      }),

    publish: (
      scope: AdminScope,
      kind: LegalKind,
      wanted: { current: number; texts: LegalTexts },
    ): Promise<LegalState> =>
      scope.tx(async (db) => {
        const { clientId } = scope.tenant
        await lockClient(db, clientId)
        const [newest] = await readLegalVersions(db, clientId, { kind, limit: 1 })
        const before = newest?.version ?? 0
        const texts = wantedTexts(wanted.texts, scope.tenant)
        // A repeat whose answer was lost is no conflict.
        if (isDeepStrictEqual(textsOf(newest), texts)) return readState(db, clientId, kind)
        if (before !== wanted.current)
          throw new AppError('conflict', 'Somebody else published this text meanwhile. Look at theirs first.')
        const now = scope.clock.now()
        const version = before + 1
        await insertLegalVersion(db, clientId, { kind, version, texts, now, by: scope.actor.userId })
        await core.audit.record(db, auditOf(scope, 'clients.legal_published', { kind, version }))
        await core.changes.announce(db, { kind: 'client', clientId })
        return readState(db, clientId, kind)
      }),
  }
}
export type LegalService = ReturnType<typeof createLegalService>
