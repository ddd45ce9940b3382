/**
 * Finds what a manifest demands of a player beyond opening parts and storing results: order of parts, navigation
 * rules, result rollup (SCORM 2004 "Sequencing and Navigation"; prerequisites of SCORM 1.2). Courses handle this
 * differently, so the importer reports what is not supported.
 */
import type { ImportNote } from '#contract/course-import/course-import.ts'
import { descendants, element, elements, textOf, type XmlNode } from './xml.ts'

export type UnsupportedScormRule = Extract<ImportNote, `scorm_${string}`>

const isTrue = (text: string | undefined) => /^(?:true|1)$/i.test((text ?? '').trim())
const isFalse = (text: string | undefined) => /^(?:false|0)$/i.test((text ?? '').trim())
const isNumber = (text: string | undefined) => /^\d+$/.test((text ?? '').trim())

/** For one item or organization; `sequencing` is its own and the one it shares with others. */
export const unsupportedRulesOf = (node: XmlNode, sequencing: readonly XmlNode[]): UnsupportedScormRule[] => {
  const sequencingParts = (name: string) => sequencing.flatMap((node) => elements(node, name))
  const descendantsNamed = (name: string) =>
    sequencing.flatMap((node) => descendants(node, (child) => child.name === name))
  const modes = sequencingParts('controlMode').map(({ attributes }) => attributes)
  const isUsed: Record<UnsupportedScormRule, boolean> = {
    scorm_order:
      textOf(element(node, 'prerequisites')).trim() !== '' ||
      descendantsNamed('preConditionRule').length > 0 ||
      modes.some(({ choice, forwardOnly }) => isFalse(choice) || isTrue(forwardOnly)),
    scorm_after:
      descendantsNamed('postConditionRule').length + descendantsNamed('exitConditionRule').length > 0,
    scorm_results: descendantsNamed('mapInfo').length + descendantsNamed('rollupRule').length > 0,
    scorm_attempts: sequencingParts('limitConditions').some(({ attributes }) =>
      isNumber(attributes['attemptLimit']),
    ),
    scorm_random: sequencingParts('randomizationControls').some(({ attributes }) =>
      [attributes['randomizationTiming'], attributes['selectionTiming']].some(
        (timing) => timing !== undefined && timing !== 'never',
      ),
    ),
    scorm_hidden: isFalse(node.attributes['isvisible']),
    scorm_buttons:
      descendants(node, ({ name }) => name === 'hideLMSUI').length > 0 && elements(node, 'item').length === 0,
  }
  return (Object.keys(isUsed) as UnsupportedScormRule[]).filter((rule) => isUsed[rule])
}
