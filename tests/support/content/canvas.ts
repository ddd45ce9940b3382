/** Quizzes as Canvas exports them: for cartridges, in full under `non_cc_assessments`, and their settings. */
import type { Part } from './cartridge.ts'
import type { RawEntry } from './raw-zip.ts'

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`

/** A number question, which cartridges cannot hold. */
export const aCanvasNumber = (id: string, prompt: string, value: string, points = '1.0'): string =>
  `<item ident="${id}" title="Question"><itemmetadata><qtimetadata>${field('question_type', 'numerical_question')}${field('points_possible', points)}</qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">&lt;div&gt;&lt;p&gt;${prompt}&lt;/p&gt;&lt;/div&gt;</mattext></material><response_str ident="response1" rcardinality="Single"><render_fib fibtype="Decimal"><response_label ident="answer1"/></render_fib></response_str></presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition continue="No"><conditionvar><or><varequal respident="response1">${value}</varequal><and><vargte respident="response1">${value}</vargte><varlte respident="response1">${value}</varlte></and></or></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`

interface Group {
  title: string
  drawn: number
  points?: number
  items?: readonly string[]
  /** Id of the bank that the questions come from. */
  bank?: string
}
export const aGroup = ({ title, drawn, points = 2, items = [], bank }: Group): string =>
  `<section ident="g-${title}" title="${title}"><selection_ordering><selection>${bank ? `<sourcebank_ref>${bank}</sourcebank_ref>` : ''}<selection_number>${drawn}</selection_number><selection_extension><points_per_item>${points}</points_per_item></selection_extension></selection></selection_ordering>${items.join('')}</section>`

interface Quiz {
  id: string
  title: string
  /** Items that a cartridge can hold. */
  plain: readonly string[]
  full: readonly string[]
  meta?: string
}
const quizXml = (id: string, title: string, items: readonly string[]) =>
  `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="${id}" title="${title}"><qtimetadata>${field('cc_maxattempts', '2')}</qtimetadata><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`

/** The quiz, and its settings with the full quiz, which a dependency connects. */
export const aCanvasQuiz = ({ id, title, plain, full, meta = '' }: Quiz): Part[] => [
  {
    id,
    type: 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment',
    files: [{ name: `${id}/assessment_qti.xml`, content: quizXml(id, title, plain) }],
    needs: [`${id}-meta`],
  },
  {
    id: `${id}-meta`,
    type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource',
    files: [
      {
        name: `${id}/assessment_meta.xml`,
        content: `<quiz identifier="${id}" xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>${title}</title>${meta}</quiz>`,
      },
      { name: `non_cc_assessments/${id}.xml.qti`, content: quizXml(id, title, full) },
    ],
  },
]

export const aCanvasBank = (id: string, title: string, items: readonly string[]): Part => {
  const file: RawEntry = {
    name: `non_cc_assessments/${id}.xml.qti`,
    content: `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><objectbank ident="${id}"><qtimetadata>${field('bank_title', title)}</qtimetadata>${items.join('')}</objectbank></questestinterop>`,
  }
  return { id, type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource', files: [file] }
}
