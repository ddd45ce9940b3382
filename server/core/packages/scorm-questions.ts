/**
 * What a manifest asks of a player beyond opening a part and keeping its results: the order of parts, what follows upon
 * them, results that are put together (SCORM 2004 "Sequencing and Navigation"; prerequisites of SCORM 1.2). A course has
 * its own ways for that; whoever brings a package is told what of it is not carried out.
 */
import type { ImportNote } from '#contract/course-import/course-import.ts'
import { descendants, element, elements, textOf, type XmlNode } from './xml.ts'

export type ScormAsk = Extract<ImportNote, `scorm_${string}`>

const isTrue = (text: string | undefined) => /^(?:true|1)$/i.test((text ?? '').trim())
const isFalse = (text: string | undefined) => /^(?:false|0)$/i.test((text ?? '').trim())
const isNumber = (text: string | undefined) => /^\d+$/.test((text ?? '').trim())

/** Of one item or organization; `sequencing` is its own and the one that it shares with others. */
export const asksOf = (node: XmlNode, sequencing: readonly XmlNode[]): ScormAsk[] => {
  const parts = (name: string) => sequencing.flatMap((one) => elements(one, name))
  const inside = (name: string) => sequencing.flatMap((one) => descendants(one, (each) => each.name === name))
  const modes = parts('controlMode').map(({ attributes }) => attributes)
  const asks: Record<ScormAsk, boolean> = {
    scorm_order:
      textOf(element(node, 'prerequisites')).trim() !== '' ||
      inside('preConditionRule').length > 0 ||
      modes.some(({ choice, forwardOnly }) => isFalse(choice) || isTrue(forwardOnly)),
    scorm_after: inside('postConditionRule').length + inside('exitConditionRule').length > 0,
    scorm_results: inside('mapInfo').length + inside('rollupRule').length > 0,
    scorm_attempts: parts('limitConditions').some(({ attributes }) => isNumber(attributes['attemptLimit'])),
    scorm_random: parts('randomizationControls').some(({ attributes }) =>
      [attributes['randomizationTiming'], attributes['selectionTiming']].some(
        (timing) => timing !== undefined && timing !== 'never',
      ),
    ),
    scorm_hidden: isFalse(node.attributes['isvisible']),
    scorm_buttons:
      descendants(node, ({ name }) => name === 'hideLMSUI').length > 0 && elements(node, 'item').length === 0,
  }
  return (Object.keys(asks) as ScormAsk[]).filter((ask) => asks[ask])
}
