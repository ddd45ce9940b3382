/** Common Cartridges in the format of other systems. */
import type { RawEntry } from './raw-zip.ts'

export type CartridgeVersion = '1.1' | '1.2' | '1.3'
export interface Part {
  id: string
  type: string
  files: RawEntry[]
  /** Ids of the parts that it depends on. */
  needs?: string[]
}
export type Node = { title?: string; part?: string; children?: Node[] }

const itemOf = ({ title, part, children = [] }: Node, path: string): string =>
  `<item identifier="i${path}"${part ? ` identifierref="${part}"` : ''}>${title === undefined ? '' : `<title>${title}</title>`}${children
    .map((child, index) => itemOf(child, `${path}-${index}`))
    .join('')}</item>`

const NAMES: Readonly<Record<CartridgeVersion, string>> = {
  '1.1': 'imsccv1p1',
  '1.2': 'imsccv1p2',
  '1.3': 'imsccv1p3',
}

export const cartridgeEntries = (
  version: CartridgeVersion,
  title: string,
  outline: readonly Node[],
  parts: readonly Part[],
): RawEntry[] => {
  const namespace = `http://www.imsglobal.org/xsd/${NAMES[version]}`
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" xmlns="${namespace}/imscp_v1p1" xmlns:lomimscc="http://ltsc.ieee.org/xsd/${NAMES[version]}/LOM/manifest">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>${version}.0</schemaversion>
<lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string language="en-US">${title}</lomimscc:string></lomimscc:title><lomimscc:language>en</lomimscc:language></lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="o" structure="rooted-hierarchy"><item identifier="root">${outline
    .map((node, index) => itemOf(node, String(index)))
    .join('')}</item></organization></organizations>
<resources>${parts
    .map(
      ({ id, type, files, needs = [] }) =>
        `<resource identifier="${id}" type="${type}" href="${files[0]?.name ?? ''}">${files.map(({ name }) => `<file href="${name}"/>`).join('')}${needs.map((need) => `<dependency identifierref="${need}"/>`).join('')}</resource>`,
    )
    .join('')}</resources></manifest>`
  return [{ name: 'imsmanifest.xml', content: manifest }, ...parts.flatMap(({ files }) => files)]
}

export const aPage = (id: string, body: string, title = id): Part => ({
  id,
  type: 'webcontent',
  files: [
    {
      name: `wiki_content/${id}.html`,
      content: `<html><head><title>${title}</title><meta charset="utf-8"></head><body>${body}</body></html>`,
    },
  ],
})

export const aLink = (id: string, address: string, version = '1p1'): Part => ({
  id,
  type: `imswl_xmlv${version}`,
  files: [
    {
      name: `${id}.xml`,
      content: `<webLink xmlns="http://www.imsglobal.org/xsd/imsccv${version}/imswl_v${version}"><title>Read more</title><url href="${address}" target="_blank"/></webLink>`,
    },
  ],
})

export const aDiscussion = (id: string): Part => ({
  id,
  type: 'imsdt_xmlv1p1',
  files: [
    {
      name: `${id}.xml`,
      content: '<topic><title>Talk</title><text texttype="text/html">What do you think?</text></topic>',
    },
  ],
})

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`

/** One right answer of four, in the format of Canvas and Moodle. */
export const aChoice = (id: string, prompt: string, right = 'b'): string =>
  `<item ident="${id}"><itemmetadata><qtimetadata>${field('cc_profile', 'cc.multiple_choice.v0p1')}</qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">&lt;p&gt;${prompt}&lt;/p&gt;</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${[
    'a',
    'b',
    'c',
    'd',
  ]
    .map(
      (letter) =>
        `<response_label ident="${letter}"><material><mattext texttype="text/plain">Answer ${letter}</mattext></material></response_label>`,
    )
    .join('')}</render_choice></response_lid></presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition continue="No"><conditionvar><varequal respident="r">${right}</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`

export const anEssay = (id: string): string =>
  `<item ident="${id}"><itemmetadata><qtimetadata>${field('cc_profile', 'cc.essay.v0p1')}</qtimetadata></itemmetadata><presentation><material><mattext>Write.</mattext></material><response_str ident="r"><render_fib/></response_str></presentation></item>`

export const aQuiz = (id: string, title: string, items: readonly string[], version = '1p1'): Part => ({
  id,
  type: `imsqti_xmlv1p2/imscc_xmlv${version}/assessment`,
  files: [
    {
      name: `${id}/assessment_qti.xml`,
      content: `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="${id}" title="${title}"><qtimetadata>${field('cc_maxattempts', '3')}</qtimetadata><section ident="s">${items.join('')}</section></assessment></questestinterop>`,
    },
  ],
})
