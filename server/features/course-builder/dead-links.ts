/** Finds dead links of a course: to its own files, to the client's other courses, and to web pages. */
import type { CheckFinding } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, DraftItem } from '#contract/course-builder/draft.ts'
import { linkedItem } from '#contract/text/course-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { WebProbe } from '#server/core/security/web-probe.ts'
import { linksOf, deadLink } from './check.ts'
import type { CourseKey } from './content-actions.ts'

export interface LinkDependencies {
  fileExists: (clientId: number, url: string) => Promise<boolean>
  /** Whether learners can see the course, and the topic in it. */
  isLive: (db: TenantDb, key: CourseKey, topicId: number | null) => Promise<boolean>
  probe: WebProbe
  /** Origins of this product, beside the one of the request. */
  ownOrigins: readonly string[]
}

/** The longest wait for other servers; the next check reports late answers. */
const WEB_TIMEOUT_MS = 6_000
const WEB_LINKS_MAX = 200

const COURSE = /^\/courses\/([1-9]\d{0,9})\/?$/
const TOPIC = /^\/learn\/course\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/?$/

/** The course or topic that a path of the product refers to. */
const courseIn = (path: string): { courseId: number; topicId: number | null } | null => {
  const match = COURSE.exec(path) ?? TOPIC.exec(path)
  return match && { courseId: Number(match[1]), topicId: match[2] === undefined ? null : Number(match[2]) }
}

type LinkTarget = { item: DraftItem | null; url: string }

export const ownOriginsOf = (
  { ownOrigins }: Pick<LinkDependencies, 'ownOrigins'>,
  scope: StaffScope,
): ReadonlySet<string> =>
  new Set(
    [...ownOrigins, scope.request.origin ?? ''].flatMap((origin) =>
      URL.canParse(origin) ? [new URL(origin).origin] : [],
    ),
  )

export const deadLinksOf = async (
  dependencies: LinkDependencies,
  scope: StaffScope,
  { course, sections }: CourseDocument,
): Promise<CheckFinding[]> => {
  const { clientId } = scope.tenant
  const ownOrigins = ownOriginsOf(dependencies, scope)
  const items = sections.flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
  const links: LinkTarget[] = [
    ...(course.cover_url === null ? [] : [{ item: null, url: course.cover_url }]),
    ...items.flatMap((item) => linksOf(item).map((url) => ({ item, url }))),
  ]
  const absolute = ({ url }: LinkTarget) =>
    /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null
  const isWeb = (link: LinkTarget) => {
    const address = absolute(link)
    return address !== null && !ownOrigins.has(address.origin)
  }
  const web = links.filter(isWeb).slice(0, WEB_LINKS_MAX)
  const keys = new Set(items.map(({ key }) => key))
  const isLost = ({ url }: LinkTarget) => {
    const key = linkedItem(url)
    return key !== null && !keys.has(key)
  }
  const [deadWeb, deadInternal] = await Promise.all([
    dependencies.probe.gone(
      web.map(({ url }) => url),
      WEB_TIMEOUT_MS,
    ),
    missingInternal(
      dependencies,
      scope,
      clientId,
      links.filter((link) => !isWeb(link)),
      absolute,
    ),
  ])
  return links
    .filter((link) => deadWeb.has(link.url) || deadInternal.has(link.url) || isLost(link))
    .map(({ item, url }) => deadLink(item, url))
}

const missingInternal = async (
  dependencies: LinkDependencies,
  scope: StaffScope,
  clientId: number,
  links: readonly LinkTarget[],
  absolute: (link: LinkTarget) => URL | null,
): Promise<ReadonlySet<string>> => {
  const missing = new Set<string>()
  for (const link of links) {
    const path = absolute(link)?.pathname ?? link.url.replace(/[?#].*$/, '')
    const course = courseIn(path)
    if (path.startsWith('/files/')) {
      if (!(await dependencies.fileExists(clientId, path))) missing.add(link.url)
    } else if (course) {
      const { courseId, topicId } = course
      if (!(await scope.tx((db) => dependencies.isLive(db, { clientId, courseId }, topicId))))
        missing.add(link.url)
    }
  }
  return missing
}
