/** Questions as Canvas and other systems write them, whose answers or feedback an import could change silently. */
import { describe, expect, it } from 'vitest'
import { parseQuestions } from '#server/core/question-import/parse-questions.ts'
import { withoutIds } from './arbitrary.ts'

const read = async (text: string) => {
  const { rows } = await parseQuestions('qti', Buffer.from(text))
  expect(rows).toHaveLength(1)
  const [row] = rows
  return { ...row, question: withoutIds(row?.question), codes: row?.issues.map(({ code }) => code) }
}

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`
type Qti1 = { profile: string; presentation: string; processing: string; rest?: string; prompt?: string }
const qti1 = ({ profile, presentation, processing, rest = '', prompt = 'How many?' }: Qti1) =>
  `<questestinterop><assessment ident="a" title="T"><section ident="s"><item ident="i" title="Question 1"><itemmetadata><qtimetadata>${profile}</qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">&lt;p&gt;${prompt}&lt;/p&gt;</mattext></material>${presentation}</presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing>${rest}</item></section></assessment></questestinterop>`
const right = (condition: string) =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>`
const equal = (value: string, response = 'response1') =>
  `<varequal respident="${response}">${value}</varequal>`
const between = (low: string, high: string) =>
  `<and><vargte respident="response1">${low}</vargte><varlte respident="response1">${high}</varlte></and>`
const NUMBER_FIELD =
  '<response_str ident="response1" rcardinality="Single"><render_fib fibtype="Decimal"><response_label ident="answer1"/></render_fib></response_str>'
const TEXT_FIELD =
  '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str>'
const labels = (...texts: string[]) =>
  texts
    .map(
      (text, index) =>
        `<response_label ident="${index + 1}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`,
    )
    .join('')

describe('numbers of Canvas', () => {
  it.each<[string, string, string, string, object]>([
    [
      'an exact number in the full quiz',
      field('question_type', 'numerical_question'),
      NUMBER_FIELD,
      right(`<or>${equal('1234.0')}${between('1234.0', '1234.0')}</or>`),
      { value: 1234, tolerance: 0 },
    ],
    [
      'an exact number in a fill-in question of a cartridge',
      field('cc_profile', 'cc.fib.v0p1'),
      TEXT_FIELD,
      right(equal('1234.0')),
      { value: 1234, tolerance: 0 },
    ],
    [
      'a number field of a fill-in question',
      field('cc_profile', 'cc.fib.v0p1'),
      NUMBER_FIELD,
      right(equal('-5')),
      { value: -5, tolerance: 0 },
    ],
    [
      'a number with a margin',
      field('question_type', 'numerical_question'),
      NUMBER_FIELD,
      right(`<or>${equal('2.5')}${between('2.0', '3.0')}</or>`),
      { value: 2.5, tolerance: 0.5 },
    ],
  ])('reads %s as a number', async (_what, profile, presentation, processing, answer) => {
    const { question } = await read(qti1({ profile, presentation, processing }))
    expect(question).toMatchObject({ kind: 'numeric', ...answer })
  })

  it('keeps every exact number of a question with several', async () => {
    const { question, codes } = await read(
      qti1({
        profile: field('question_type', 'numerical_question'),
        presentation: NUMBER_FIELD,
        processing: right(`<or>${equal('2.0')}</or>`) + right(`<or>${equal('-2.0')}</or>`),
      }),
    )
    expect(question).toMatchObject({ kind: 'short', accepted: ['2', '-2'] })
    expect(codes).toEqual(['read_as_text'])
  })

  it('leaves out a question with several ranges and names it', async () => {
    const row = await read(
      qti1({
        profile: field('question_type', 'numerical_question'),
        presentation: NUMBER_FIELD,
        processing: right(between('1', '2')) + right(between('5', '6')),
      }),
    )
    expect(row).toMatchObject({ codes: ['several_numbers'], begins: 'How many?' })
  })

  it('keeps texts that look like versions as texts', async () => {
    const { question } = await read(
      qti1({
        profile: field('cc_profile', 'cc.fib.v0p1'),
        presentation: TEXT_FIELD,
        processing: right(equal('Python 2.0')),
      }),
    )
    expect(question).toMatchObject({ kind: 'short', accepted: ['Python 2.0'] })
  })
})

describe('blanks of Canvas', () => {
  const blank = (profile: string, processing: string) =>
    qti1({
      profile: field('question_type', profile),
      prompt: 'A cow says [sound].',
      presentation: `<response_lid ident="response_sound"><material><mattext>sound</mattext></material><render_choice>${labels('moo', 'Muh')}</render_choice></response_lid>`,
      processing,
    })

  it('accepts every answer of a blank', async () => {
    const { question } = await read(
      blank('fill_in_multiple_blanks_question', right(equal('1', 'response_sound'))),
    )
    expect(question).toMatchObject({
      kind: 'short',
      prompt: 'A cow says _____.',
      accepted: ['moo', 'Muh'],
    })
  })

  it('reads a drop-down list as options', async () => {
    const { question } = await read(blank('multiple_dropdowns_question', right(equal('2', 'response_sound'))))
    expect(question).toMatchObject({
      kind: 'single',
      prompt: 'A cow says _____.',
      options: [{ correct: false }, { text: 'Muh', correct: true }],
    })
  })
})

const templateItem = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="t" title="Sum of two numbers">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="integer"/>
  <templateDeclaration identifier="A" cardinality="single" baseType="integer"/>
  <templateProcessing><setTemplateValue identifier="A"><randomInteger min="1" max="9"/></setTemplateValue>
    <setCorrectResponse identifier="RESPONSE"><sum><variable identifier="A"/><baseValue baseType="integer">1</baseValue></sum></setCorrectResponse></templateProcessing>
  <itemBody><p>What is <printedVariable identifier="A"/> plus one? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>
</assessmentItem>`

describe('questions with computed numbers', () => {
  it.each([
    [
      'a QTI 2 template item',
      templateItem.replace(
        'cardinality="single" baseType="integer"/>',
        'cardinality="single" baseType="integer"><correctResponse><value>0</value></correctResponse></responseDeclaration>',
      ),
      'What is plus one?',
    ],
    [
      'a formula of Canvas',
      qti1({
        profile: field('question_type', 'calculated_question'),
        prompt: 'What is [x] plus one?',
        presentation: NUMBER_FIELD,
        processing: right('<other/>'),
        rest: '<itemproc_extension><calculated><formulas><formula>x+1</formula></formulas></calculated></itemproc_extension>',
      }),
      'What is [x] plus one?',
    ],
  ])('leaves out %s and names it', async (_what, text, begins) => {
    expect(await read(text)).toMatchObject({ codes: ['template_unsupported'], begins, question: null })
  })
})

const withModalFeedback = (interaction: string, cardinality = 'single', key = 'B', processing = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="c" title="c">
  <responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier"><correctResponse><value>${key}</value></correctResponse></responseDeclaration>
  <itemBody><p>Which?</p>${interaction}</itemBody>${processing}
  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="f1" showHide="show">Well done.</modalFeedback>
  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="f2" showHide="show">Read page 2 again.</modalFeedback>
</assessmentItem>`
const choiceOf = (...ids: string[]) =>
  `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${ids
    .map((id) => `<simpleChoice identifier="${id}">Option ${id}</simpleChoice>`)
    .join('')}</choiceInteraction>`
const outcome = (value: string) =>
  `<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">${value}</baseValue></setOutcomeValue>`
const PROCESSING = `<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>${outcome('f1')}</responseIf><responseElse>${outcome('f2')}</responseElse></responseCondition></responseProcessing>`

describe('feedback on right and wrong answers', () => {
  it('stays apart in a choice, as its response processing says', async () => {
    const { question, codes } = await read(
      withModalFeedback(choiceOf('A', 'B', 'C'), 'single', 'B', PROCESSING),
    )
    expect(question).toMatchObject({
      explanation: '',
      options: [
        { explanation: 'Read page 2 again.' },
        { explanation: 'Well done.' },
        { explanation: 'Read page 2 again.' },
      ],
    })
    expect(codes).toEqual(['feedback_moved'])
  })

  it('stays apart by its names when there is no response processing', async () => {
    const text = withModalFeedback(choiceOf('true', 'false'), 'single', 'false')
      .replace('identifier="f1"', 'identifier="CORRECT"')
      .replace('identifier="f2"', 'identifier="INCORRECT"')
    expect((await read(text)).question).toMatchObject({
      kind: 'true_false',
      explanation: '',
      explanation_true: 'Read page 2 again.',
      explanation_false: 'Well done.',
    })
  })

  it('names what an ordering has no place for', async () => {
    const text = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="c" title="c">
  <responseDeclaration identifier="RESPONSE" cardinality="ordered" baseType="identifier"><correctResponse><value>A</value><value>B</value></correctResponse></responseDeclaration>
  <itemBody><orderInteraction responseIdentifier="RESPONSE"><prompt>Order.</prompt><simpleChoice identifier="A">one</simpleChoice><simpleChoice identifier="B">two</simpleChoice></orderInteraction></itemBody>
  <modalFeedback outcomeIdentifier="F" identifier="correct" showHide="show">Well done.</modalFeedback>
  <modalFeedback outcomeIdentifier="F" identifier="correct" showHide="hide">Try again.</modalFeedback></assessmentItem>`
    const row = await read(text)
    expect(row.question).toMatchObject({ kind: 'ordering', explanation: 'Well done.' })
    expect(row.issues).toEqual([{ code: 'feedback_dropped', field: 'explanation', detail: 'Try again.' }])
  })

  it('stays apart in a bank of Canvas, beside general feedback', async () => {
    const comment = (id: string, text: string) =>
      `<itemfeedback ident="${id}"><flow_mat><material><mattext texttype="text/plain">${text}</mattext></material></flow_mat></itemfeedback>`
    const { question } = await read(
      qti1({
        profile: field('question_type', 'multiple_choice_question'),
        presentation: `<response_lid ident="response1" rcardinality="Single"><render_choice>${labels('one', 'two')}</render_choice></response_lid>`,
        processing: right(equal('2')),
        rest:
          comment('general_fb', 'See page 1.') +
          comment('correct_fb', 'Well done.') +
          comment('general_incorrect_fb', 'Not quite.'),
      }),
    )
    expect(question).toMatchObject({
      explanation: 'See page 1.',
      options: [{ explanation: 'Not quite.' }, { correct: true, explanation: 'Well done.' }],
    })
  })
})
