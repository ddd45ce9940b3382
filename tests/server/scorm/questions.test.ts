import { describe, expect, it } from 'vitest'
import { openZip } from '#server/core/packages/zip.ts'
import { planOfScorm } from '#server/features/course-import/scorm-plan.ts'
import { scormManifest, scormZip, type ScoPart } from '#tests/support/content/scorm.ts'

const page = { name: 'a.html', content: '<p>Lesson</p>' }

/** What the dry run says of each line of a package. */
const said = async (manifest: string) => {
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

describe('what a SCORM package asks and a course does not do', () => {
  it('given 1.2 with prerequisites and a hidden part, when looked at, then each of the two says it', async () => {
    const manifest = scormManifest('1.2', 'T', [
      part('a'),
      part('b', '<adlcp:prerequisites type="aicc_script">i-a</adlcp:prerequisites>'),
      part('c'),
    ]).replace('identifier="i-c"', 'identifier="i-c" isvisible="false"')

    expect(await said(manifest)).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['a', 'scorm', []],
      ['b', 'scorm', ['scorm_order']],
      ['c', 'scorm', ['scorm_hidden']],
    ])
  })

  it('given 2004 with sequencing of every kind, own and shared, when looked at, then each line says its own', async () => {
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

    expect(await said(manifest)).toEqual([
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

  it('given what course tools write around a single part, when looked at, then nothing is said but a limit of attempts', async () => {
    const usual = sequencing(
      '<imsss:controlMode choice="true" flow="true"/><imsss:limitConditions attemptLimit="2"/><imsss:rollupRules><imsss:rollupRule/></imsss:rollupRules><imsss:deliveryControls tracked="true" completionSetByContent="true"/>',
    )

    expect(await said(scormManifest('2004', 'T', [part('only', usual)]))).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['only', 'scorm', ['scorm_attempts']],
    ])
    const plain = sequencing('<imsss:controlMode choice="true" flow="true"/>')
    expect(await said(scormManifest('2004', 'T', [part('a', plain), part('b')]))).toEqual([
      ['T', 'section', []],
      ['T', 'topic', []],
      ['a', 'scorm', []],
      ['b', 'scorm', []],
    ])
  })
})
