/** What a course leads to and is not there: its own files, other courses of the place, and pages of the web. */
import type { CheckFinding } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, DraftItem } from '#contract/course-builder/draft.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { WebProbe } from '#server/core/security/web-probe.ts'
import { addressesOf, deadLink } from './check.ts'
import type { CourseKey } from './content-actions.ts'

export interface LinkDependencies {
  /** Whether a stored file of this tenant is there. */
  fileExists: (clientId: number, url: string) => Promise<boolean>
  /** Whether learners find the course, and the topic in it. */
  isLive: (db: TenantDb, key: CourseKey, topicId: number | null) => Promise<boolean>
  probe: WebProbe
  /** Addresses that lead back here, beside the one that is called. */
  ownOrigins: readonly string[]
}

/** So long an author waits for strangers' servers; what is late is told by the next check. */
const WEB_MS = 6_000
const WEB_LINKS_MAX = 200

const COURSE = /^\/courses\/([1-9]\d{0,9})\/?$/
const TOPIC = /^\/learn\/course\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/?$/

/** The course or topic that a path of the product names. */
const courseIn = (path: string): { courseId: number; topicId: number | null } | null => {
  const match = COURSE.exec(path) ?? TOPIC.exec(path)
  return match && { courseId: Number(match[1]), topicId: match[2] === undefined ? null : Number(match[2]) }
}

type Leads = { item: DraftItem | null; url: string }

export const deadLinksOf = async (
  actions: LinkDependencies,
  scope: StaffScope,
  { course, sections }: CourseDocument,
): Promise<CheckFinding[]> => {
  const { clientId } = scope.tenant
  const own = new Set(
    [...actions.ownOrigins, scope.request.origin ?? ''].flatMap((each) =>
      URL.canParse(each) ? [new URL(each).origin] : [],
    ),
  )
  const items = sections.flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
  const all: Leads[] = [
    ...(course.cover_url === null ? [] : [{ item: null, url: course.cover_url }]),
    ...items.flatMap((item) => addressesOf(item).map((url) => ({ item, url }))),
  ]
  const absolute = ({ url }: Leads) => (/^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null)
  const isWeb = (leads: Leads) => {
    const address = absolute(leads)
    return address !== null && !own.has(address.origin)
  }
  const web = all.filter(isWeb).slice(0, WEB_LINKS_MAX)
  const [gone, missing] = await Promise.all([
    actions.probe.gone(
      web.map(({ url }) => url),
      WEB_MS,
    ),
    missingHere(
      actions,
      scope,
      clientId,
      all.filter((leads) => !isWeb(leads)),
      absolute,
    ),
  ])
  return all
    .filter(({ url }) => gone.has(url) || missing.has(url))
    .map(({ item, url }) => deadLink(item, url))
}

const missingHere = async (
  actions: LinkDependencies,
  scope: StaffScope,
  clientId: number,
  own: readonly Leads[],
  absolute: (leads: Leads) => URL | null,
): Promise<ReadonlySet<string>> => {
  const missing = new Set<string>()
  for (const leads of own) {
    const path = absolute(leads)?.pathname ?? leads.url
    const course = courseIn(path)
    if (path.startsWith('/files/')) {
      if (!(await actions.fileExists(clientId, path))) missing.add(leads.url)
    } else if (course) {
      const { courseId, topicId } = course
      if (!(await scope.tx((db) => actions.isLive(db, { clientId, courseId }, topicId))))
        missing.add(leads.url)
    }
  }
  return missing
}
