/** The SCORM packages of the demo, built from the folders in `packages/`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ScormContent } from '#contract/course-builder/draft.ts'

const PACKAGES = join(import.meta.dirname, 'packages')
/** Fixed, so that a package has the same bytes whenever it is built. */
const FIXED_DATE = new Date(Date.UTC(2000, 0, 1))

const packages = {
  'honest-bars': { title: 'Where does the axis begin?', launch: 'index.html', passPercent: 60 },
} as const
export type PackageName = keyof typeof packages

const manifestOf = (name: PackageName, files: readonly string[]): string => {
  const { title, launch, passPercent } = packages[name]
  return `<?xml version="1.0" encoding="utf-8"?>
<manifest identifier="${name}" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course"><organization identifier="course"><title>${title}</title>
    <item identifier="lesson" identifierref="page"><title>${title}</title><adlcp:masteryscore>${passPercent}</adlcp:masteryscore></item>
  </organization></organizations>
  <resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${launch}">
    ${files.map((file) => `<file href="${file}"/>`).join('')}
  </resource></resources>
</manifest>
`
}

/** The package as a ZIP file, as an authoring tool exports it. */
export const packageBytes = async (name: PackageName): Promise<Buffer> => {
  const folder = join(PACKAGES, name)
  const files = (await readdir(folder)).toSorted()
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(manifestOf(name, files)), 'imsmanifest.xml', { mtime: FIXED_DATE })
  for (const file of files) zip.addBuffer(await readFile(join(folder, file)), file, { mtime: FIXED_DATE })
  zip.end()
  return buffer(zip.outputStream)
}

/** The content of an item that plays the stored package. */
export const packageContent = (name: PackageName, url: string): ScormContent & { package_url: string } => ({
  type: 'scorm',
  package_url: url,
  version: '1.2',
  launch: packages[name].launch,
  asset: false,
  pass_score: packages[name].passPercent / 100,
  completion_threshold: null,
  launch_data: '',
  time_limit: '',
  time_limit_action: '',
})
