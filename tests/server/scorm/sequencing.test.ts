import { describe, expect, it } from 'vitest'
import { openZip } from '#server/core/packages/zip.ts'
import { planOfScorm } from '#server/features/course-import/scorm-plan.ts'
import { scormManifest, scormZip, type ScoPart } from '#tests/support/content/scorm.ts'

const page = { name: 'a.html', content: '<p>Lesson</p>' }

/** Notes of the dry run for each line of a package. */
const planLines = async (manifest: string) => {
  const zip = await openZip(scormZip(manifest, [page]))
  try {
    const plan = await planOfScorm(zip, 'en')
    return plan?.lines.map(({ title, becomes, notes }) => [title, becomes, notes.map(({ code }) => code)])
  } finally {
    zip.close()
  }
}
const part = (id: string, rules = ''): ScoPart => ({ id, title: id, href: 'a.html', rules })
const sequencing = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`
const rule = (kind: string) =>
  sequencing(
    `<imsss:sequencingRules><imsss:${kind}><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:${kind}></imsss:sequencingRules>`,
  )

describe('SCORM rules that a course does not support', () => {
  it('notes prerequisites and hidden parts of SCORM 1.2', async () => {
    const manifest = scormManifest('1.2', 'T', [
      part('a'),
      part('b', '<adlcp:prerequisites type="aicc_script">i-a</adlcp:prerequisites>'),
      part('c'),
    ]).replace('identifier="i-c"', 'identifier="i-c" isvisible="false"')

    expect(await planLines(manifest)).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['a', 'scorm', []],
      ['b', 'scorm', ['scorm_order']],
      ['c', 'scorm', ['scorm_hidden']],
    ])
  })

  it('notes each kind of SCORM 2004 sequencing, own or shared, at its line', async () => {
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:limitConditions attemptLimit="1"/></imsss:sequencing></imsss:sequencingCollection></manifest>`
    const manifest = scormManifest('2004', 'T', [
      part('pre', rule('preConditionRule')),
      part('post', rule('postConditionRule')),
      part('exit', rule('exitConditionRule')),
      part(
        'map',
        sequencing(
          '<imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:mapInfo targetObjectiveID="g"/></imsss:primaryObjective></imsss:objectives>',
        ),
      ),
      part('limit', '<imsss:sequencing IDRef="s"/>'),
      part('random', sequencing('<imsss:randomizationControls selectionTiming="once" selectCount="1"/>')),
      part(
        'buttons',
        '<adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>',
      ),
    ])
      .replace('</manifest>', shared)
      .replace(
        '</organization>',
        `${sequencing('<imsss:controlMode choice="false" flow="true"/>')}</organization>`,
      )

    expect(await planLines(manifest)).toEqual([
      ['T', 'section', ['scorm_order']],
      ['T', 'topic', []],
      ['pre', 'scorm', ['scorm_order']],
      ['post', 'scorm', ['scorm_after']],
      ['exit', 'scorm', ['scorm_after']],
      ['map', 'scorm', ['scorm_results']],
      ['limit', 'scorm', ['scorm_attempts']],
      ['random', 'scorm', ['scorm_random']],
      ['buttons', 'scorm', ['scorm_buttons']],
    ])
  })

  it('notes only an attempt limit for the sequencing that tools write around a single part', async () => {
    const usual = sequencing(
      '<imsss:controlMode choice="true" flow="true"/><imsss:limitConditions attemptLimit="2"/><imsss:rollupRules><imsss:rollupRule/></imsss:rollupRules><imsss:deliveryControls tracked="true" completionSetByContent="true"/>',
    )

    expect(await planLines(scormManifest('2004', 'T', [part('only', usual)]))).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['only', 'scorm', ['scorm_attempts']],
    ])
    const plain = sequencing('<imsss:controlMode choice="true" flow="true"/>')
    expect(await planLines(scormManifest('2004', 'T', [part('a', plain), part('b')]))).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['a', 'scorm', []],
      ['b', 'scorm', []],
    ])
  })
})
