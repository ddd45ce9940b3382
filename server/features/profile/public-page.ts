/** A public profile as a page without JavaScript: for search engines, link previews and people with a slow connection. */
import type { BadgeName } from '#contract/badges/badges.ts'
import type { Language } from '#contract/languages.ts'
import { HANDLE } from '#contract/profile/public-fields.ts'
import type { PublicProfile } from '#contract/profile/public-profile.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Core } from '#server/core/core.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import { findPublicProfile } from './public-profile.service.ts'

const PERSON_PATH = /^\/people\/([^/]+)\/?$/
const DESCRIPTION_MAX = 160

const texts: Readonly<Record<Language, { badges: string; courses: string; learns: (at: string) => string }>> =
  {
    en: { badges: 'Badges', courses: 'Finished courses', learns: (at) => `Learns at ${at}.` },
    hi: { badges: 'बैज', courses: 'पूरे किए कोर्स', learns: (at) => `${at} पर सीखते हैं।` },
    ar: { badges: 'الشارات', courses: 'الدورات المكتملة', learns: (at) => `يتعلّم في ${at}.` },
  }

type BadgeTitles = Readonly<Record<Language, Readonly<Record<BadgeName, string>>>>

interface Facts {
  readonly profile: PublicProfile
  readonly isListed: boolean
  readonly tenantName: string
  readonly badgeTitles: Readonly<Record<BadgeName, string>>
  readonly language: Language
  readonly languages: readonly Language[]
  readonly path: string
  readonly url: string | null
}

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
const part = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<h2>${escapeHtml(heading)}</h2>${list(lines.map(escapeHtml))}`
const link = (href: string) =>
  `<a rel="nofollow ugc me noopener" href="${escapeHtml(href)}">${escapeHtml(href)}</a>`

/** Every text is a person's own: each piece is escaped on its way into the page. */
export const personPage = (facts: Facts) => {
  const { profile, isListed, tenantName, badgeTitles, language, languages, path, url } = facts
  const words = texts[language]
  const courses = profile.courses.map(({ title }) => title)
  const about = profile.bio.replaceAll(/\s+/g, ' ').trim()
  const marks = [...courses, ...profile.badges.map(({ badge }) => badgeTitles[badge])]
  const summary = [about || words.learns(tenantName), marks.join(', ')].filter(Boolean).join(' · ')
  return {
    title: profile.name,
    description: cut(summary, DESCRIPTION_MAX),
    kind: 'profile' as const,
    image: profile.picture,
    isListed,
    body: [
      `<h1>${escapeHtml(profile.name)}</h1>`,
      ...profile.bio
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      list(profile.links.map(link)),
      part(words.courses, courses),
      part(
        words.badges,
        profile.badges.map(({ badge }) => badgeTitles[badge]),
      ),
    ].join(''),
    data: {
      '@context': 'https://schema.org/',
      '@type': 'ProfilePage',
      inLanguage: language,
      mainEntity: {
        '@type': 'Person',
        name: profile.name,
        ...(about && { description: about }),
        ...(profile.links.length > 0 && { sameAs: profile.links }),
        ...(marks.length > 0 && { award: marks }),
      },
      ...(url !== null && { url }),
    },
    alternates: languages.map((each, index) => ({
      language: each,
      href: index === 0 ? path : `${path}?lng=${each}`,
    })),
  }
}

/** Answers with the page of a public profile; null for every other address. */
export const createPersonDocuments =
  (
    { db }: Pick<Core, 'db'>,
    {
      findTenant,
      badgeTitles,
    }: { findTenant: (clientId: number) => Promise<Tenant | null>; badgeTitles: BadgeTitles },
  ) =>
  async (asked: { clientId: number; path: string; language: Language; canonical: string | null }) => {
    const { clientId, language } = asked
    const handle = PERSON_PATH.exec(asked.path)?.[1]
    if (handle === undefined || !HANDLE.test(handle)) return null
    const tenant = await findTenant(clientId)
    if (!tenant) return null
    const found = await db.withTenant(clientId, (tx) => findPublicProfile(tx, tenant, { handle, language }))
    return (
      found &&
      personPage({
        ...found,
        tenantName: tenant.name,
        badgeTitles: badgeTitles[language],
        language,
        languages: tenant.languages,
        path: `/people/${handle}`,
        url: asked.canonical,
      })
    )
  }
