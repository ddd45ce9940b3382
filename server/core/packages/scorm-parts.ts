/** What a SCORM manifest contains once a worker thread has read it. */
import type { ScormContent } from '#contract/course-builder/draft.ts'
import type { UnsupportedScormRule } from './scorm-sequencing.ts'
import type { Zip } from './zip.ts'

/** A launchable part. */
export interface ScormPart {
  title: string
  /** Address of the page within the package; empty if the page does not exist. */
  launch: string
  /** The page as written in the manifest, for the message that it is missing. */
  named: string
  asset: boolean
  passScore: number | null
  completionThreshold: number | null
  launchData: string
  timeLimit: string
  timeLimitAction: string
}
export interface ScormNode {
  title: string
  part: ScormPart | null
  children: ScormNode[]
  /** Rules of the manifest that a course does not support. */
  asks: UnsupportedScormRule[]
}
export interface ScormManifest {
  version: '1.2' | '2004'
  /** Path of the manifest in the package. */
  entry: string
  title: string
  language: string
  /** The default organization first. */
  organizations: ScormNode[]
  /** Files that the manifest lists and the package lacks. */
  missing: string[]
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A path as a name in the package, without `.` and `..`; null if it leads outside. */
export const pathIn = (path: string): string | null => {
  const parts: string[] = []
  for (const part of decodePath(path).replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length > 0 ? parts.join('/') : null
}

/** The content of a course item that plays the part; `url` is the address of the package. */
export const scormContentOf = (
  version: ScormManifest['version'],
  part: ScormPart,
  url: string,
): ScormContent => ({
  type: 'scorm',
  package_url: url,
  version,
  launch: part.launch,
  asset: part.asset,
  pass_score: part.passScore,
  completion_threshold: part.completionThreshold,
  launch_data: part.launchData,
  time_limit: part.timeLimit,
  time_limit_action: part.timeLimitAction,
})

/** All parts of an outline in reading order. */
export const partsOf = (nodes: readonly ScormNode[]): ScormPart[] =>
  nodes.flatMap(({ part, children }) => [...(part ? [part] : []), ...partsOf(children)])

/** Unpacks everything once without storing it, so that a damaged package is rejected before it is stored. */
export const checkPackage = async (zip: Zip): Promise<void> => {
  for (const { name } of zip.entries) await zip.check(name)
}
