import { describe, expect, it } from 'vitest'
import type { QuestionFormat } from '#contract/question-bank/question-import.ts'
import { formatOf, parseQuestions } from '#server/core/question-import/parse-questions.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { withoutIds } from './arbitrary.ts'

const read = (format: QuestionFormat, text: string | Buffer) => parseQuestions(format, Buffer.from(text))
const readOne = async (format: QuestionFormat, text: string) => {
  const { rows } = await read(format, text)
  expect(rows).toHaveLength(1)
  return rows[0]
}
const codes = (row: { issues: readonly { code: string }[] } | undefined) =>
  row?.issues.map(({ code }) => code)

describe('questions from a table', () => {
  it.each([
    ['commas', 'Question,Type,Option A,Option B,Correct\nTwo and two?,single,three,four,B\n'],
    ['semicolons', 'Question;Type;Option A;Option B;Correct\nTwo and two?;single;three;four;2\n'],
    [
      'tabs and a byte order mark',
      '\ufeffquestion\ttype\ta\tb\tanswer\r\nTwo and two?\tmultiple choice\tthree\tfour\tfour\r\n',
    ],
    ['bars', 'prompt|kind|option_1|option_2|answer\nTwo and two?|MCQ|three|four|b\n'],
  ])('reads a table with %s', async (_, text) => {
    const row = await readOne('csv', text)
    expect(row?.issues).toEqual([])
    expect(withoutIds(row?.question)).toMatchObject({
      kind: 'single',
      prompt: 'Two and two?',
      options: [
        { text: 'three', correct: false },
        { text: 'four', correct: true },
      ],
    })
  })

  it('reads words and digits of other languages', async () => {
    const { rows } = await read(
      'csv',
      'kind,prompt,answer\nसही/गलत,पानी गीला है,सही\nرقم,كم؟,٤٢\nसंख्या,कितने?,"१,५"\n',
    )
    expect(rows.map(({ question }) => withoutIds(question))).toMatchObject([
      { kind: 'true_false', answer: true },
      { kind: 'numeric', value: 42 },
      { kind: 'numeric', value: 1.5 },
    ])
  })

  it('reports the mistake of each row and keeps the other rows', async () => {
    const header = 'kind,prompt,answer,points,option_1,option_2,tolerance'
    const { rows } = await read(
      'csv',
      [
        header,
        'riddle,What?,A,1,a,b,',
        'single,,A,1,a,b,',
        'single,No right one?,,1,a,b,',
        'single,Which?,F,1,a,b,',
        'single,One option?,A,1,a,,',
        'numeric,How many?,many,1,,,',
        'numeric,How far?,1,1,,,-2',
        'true_false,Perhaps?,maybe,1,,,',
        'single,Worth?,A,some,a,b,',
        `single,${'x'.repeat(2001)},A,1,a,b,`,
        'single,Good?,A,1,a,b,',
        'single,Half a point?,A,0.5,a,b,',
        'single,good?,B,1,B,a,',
        'single,Good?,B,1,c,d,',
      ].join('\n'),
    )
    expect(rows.map((row) => [row.row, ...(codes(row) ?? [])])).toEqual([
      [2, 'kind_unknown'],
      [3, 'prompt_missing'],
      [4, 'answer_missing'],
      [5, 'answer_unknown'],
      [6, 'options_missing'],
      [7, 'number_invalid'],
      [8, 'number_invalid'],
      [9, 'answer_unknown'],
      [10, 'number_invalid'],
      [11, 'text_too_long'],
      [12],
      [13, 'points_changed'],
      [14, 'duplicate'],
      [15],
    ])
    expect(rows.filter(({ question }) => question).map(({ row }) => row)).toEqual([12, 13, 14, 15])
  })

  it('compares prompt and answers with the questions that exist already', async () => {
    const table = [
      'kind,prompt,answer,unit,option_1,option_2,option_3,match_1,match_2',
      'single,Which is right?,A,,Cairo,Delhi,,,',
      'single,Which is right?,B,,delhi,Cairo,,,',
      'single,Which is right?,A,,Cairo,Delhi,Nairobi,,',
      'multiple,Which is right?,A,,Cairo,Delhi,,,',
      'numeric,Solve.,4,,,,,,',
      'numeric,Solve.,4,kg,,,,,',
      'short,Solve.,,,four,4,,,',
      'ordering,Put in order.,,,one,two,three,,',
      'ordering,Put in order.,,,two,three,four,,',
      'matching,Match.,,,a,b,,1,2',
      'matching,Match.,,,a,b,,2,1',
    ].join('\n')
    const existing = [
      { kind: 'single', prompt: 'Which is  right?', answers: ['Delhi', 'CAIRO'] },
      { kind: 'numeric', prompt: 'Solve.', answers: ['4 '] },
      { kind: 'short', prompt: 'Solve.', answers: ['four'] },
      { kind: 'ordering', prompt: 'Put in order.', answers: ['three', 'two', 'one'] },
      { kind: 'matching', prompt: 'Match.', answers: ['a → 1', 'b → 2'] },
    ]
    const { rows } = await parseQuestions('csv', Buffer.from(table), { existing })
    expect(rows.filter((row) => codes(row)?.includes('duplicate')).map(({ row }) => row)).toEqual([
      2, 3, 6, 9, 11,
    ])
    expect(rows.every(({ question }) => question)).toBe(true)
  })

  it('shows how the question of a rejected row begins', async () => {
    const table = [
      'kind,prompt,answer,option_1,option_2',
      'single,Which one?,Z,One,Two',
      'numeric,"How\tlong?",abc,,',
      'single,Which of two?,A,One,Two',
      'single,,A,One,Two',
    ].join('\n')
    const { rows } = await read('csv', table)

    expect(rows.map(({ begins }) => begins)).toEqual(['Which one?', 'How long?', undefined, undefined])
  })

  it.each([
    ['an empty file', '', 'file_empty'],
    ['no question column', 'a,b\n1,2\n', 'columns_missing'],
    ['an open quote', 'kind,prompt\nsingle,"open', 'csv_broken'],
    ['only a header', 'kind,prompt\n', 'no_questions'],
    ['binary data', Buffer.from([0x6b, 0xff, 0xfe, 0xc3, 0x28]), 'file_not_text'],
  ])('reports a file with %s', async (_, text, code) => {
    const { rows, issues } = await read('csv', text)
    expect(rows).toEqual([])
    expect(issues.map((issue) => issue.code)).toContain(code)
  })

  it('names an unknown column and reads the others', async () => {
    const { rows, issues } = await read('csv', 'kind,prompt,answer,author\ntrue_false,Yes?,yes,Ann\n')
    expect(issues).toEqual([{ code: 'column_unknown', detail: 'author' }])
    expect(rows[0]?.question).toBeDefined()
  })
})

describe('questions in GIFT', () => {
  const gift = `// A comment
$CATEGORY: $course$/top/History/Kings

::Grant:: Who's buried in Grant's tomb in New York City? {
=Grant#Right!
~No one#Wrong \\: look again

~Napoleon
}

// [id:42] [tag:sums] [tag:easy]
::Two plus two:: What is two plus two? {#4:0.1}

Between? {#1..5}

::TF::[html]<p>Grant was <b>buried</b> in a tomb.</p>{FALSE#No, entombed.#Yes.}

Two plus two is {=four =4 =%50%fore}.

Match. { =cat -> cat food =dog -> dog food = -> bird food ####Animals eat. }

Which are prime? {~%50%two ~%50%three ~%-50%four}

Order. {>3 ALL
first
second
third
}

Write about it. {}

Just a note.

Broken { =a ~b
`
  it('reads the examples of the GIFT documentation', async () => {
    const { rows, issues } = await read('gift', gift)
    expect(issues).toEqual([])
    expect(rows.map((row) => withoutIds(row.question) ?? codes(row))).toMatchObject([
      {
        kind: 'single',
        prompt: "Who's buried in Grant's tomb in New York City?",
        options: [
          { text: 'Grant', correct: true, explanation: 'Right!' },
          { text: 'No one', correct: false, explanation: 'Wrong : look again' },
          { text: 'Napoleon', correct: false },
        ],
      },
      { kind: 'numeric', value: 4, tolerance: 0.1 },
      { kind: 'numeric', value: 3, tolerance: 2 },
      {
        kind: 'true_false',
        prompt: 'Grant was buried in a tomb.',
        answer: false,
        explanation_true: 'No, entombed.',
        explanation_false: 'Yes.',
      },
      { kind: 'short', prompt: 'Two plus two is _____ .', accepted: ['four', '4'] },
      {
        kind: 'matching',
        pairs: [
          { left: { text: 'cat' }, right: { text: 'cat food' } },
          { left: { text: 'dog' }, right: { text: 'dog food' } },
        ],
        extra: [{ text: 'bird food' }],
        explanation: 'Animals eat.',
      },
      {
        kind: 'multiple',
        options: [{ correct: true }, { correct: true }, { correct: false }],
      },
      { kind: 'ordering', items: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] },
      ['kind_unsupported'],
      ['kind_unsupported'],
      ['row_broken'],
    ])
    expect(rows[0]?.extra).toEqual({ topic: 'Kings' })
    expect(rows[1]?.extra).toEqual({ topic: 'Kings', tags: ['sums', 'easy'] })
    expect(codes(rows[3])).toEqual(['formatting_dropped'])
    expect(codes(rows[4])).toEqual(['partial_answers_dropped'])
    expect(rows[0]?.row).toBe(4)
  })
})

const choice21 = `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="c" title="c">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value>B</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="3"/>
  <itemBody><p>Look at the <em>text</em>.</p><p><img src="sign.png" alt="A sign"/></p>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">
      <prompt>What does it say?</prompt>
      <simpleChoice identifier="A">Stay.<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">No.</feedbackInline></simpleChoice>
      <simpleChoice identifier="B">Go &amp; see.</simpleChoice>
    </choiceInteraction></itemBody>
  <modalFeedback outcomeIdentifier="F" identifier="solution" showHide="show"><p>Because.</p></modalFeedback>
</assessmentItem>`
const item30 = (declaration: string, body: string, rest = '') =>
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="x" title="x">${declaration}
  <qti-item-body>${body}</qti-item-body>${rest}</qti-assessment-item>`
const declared = (values: string[], cardinality = 'single', type = 'identifier', rest = '') =>
  `<qti-response-declaration identifier="RESPONSE" cardinality="${cardinality}" base-type="${type}"><qti-correct-response>${values
    .map((value) => `<qti-value>${value}</qti-value>`)
    .join('')}</qti-correct-response>${rest}</qti-response-declaration>`

describe('questions in QTI', () => {
  it('reads a version 2.1 choice with prompt, key, feedback and points', async () => {
    const row = await readOne('qti', choice21)
    expect(withoutIds(row?.question)).toEqual({
      kind: 'single',
      prompt: 'Look at the text.\n\nA sign\n\nWhat does it say?',
      points: 3,
      explanation: 'Because.',
      options: [
        { text: 'Stay.', correct: false, explanation: 'No.' },
        { text: 'Go & see.', correct: true, explanation: '' },
      ],
      keep_order: true,
    })
    expect(codes(row)?.toSorted()).toEqual(['formatting_dropped', 'picture_dropped'])
  })

  it.each([
    ['shuffle="false"', '', true],
    ['', '', true],
    ['shuffle="true"', '', false],
    ['shuffle="true"', 'fixed="true"', true],
  ])('keeps the order of choices with "%s" and "%s": %s', async (interaction, choiceAttributes, isKept) => {
    const row = await readOne(
      'qti',
      choice21
        .replace('shuffle="false"', interaction)
        .replace('<simpleChoice identifier="B"', `<simpleChoice ${choiceAttributes} identifier="B"`),
    )
    expect(row?.question).toMatchObject({ keep_order: isKept })
  })

  it.each([
    ['No', true],
    ['Yes', false],
  ])('keeps the order of choices of QTI 1.2 with shuffle="%s": %s', async (shuffle, isKept) => {
    const label = (id: string) =>
      `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`
    const row = await readOne(
      'qti',
      `<questestinterop><item ident="i"><presentation><material><mattext>Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice shuffle="${shuffle}">${label('a')}${label('b')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item></questestinterop>`,
    )
    expect(row?.question).toMatchObject({ keep_order: isKept })
  })

  const set = (ids: string[]) =>
    `<qti-simple-match-set>${ids.map((id) => `<qti-simple-associable-choice identifier="${id}">text ${id}</qti-simple-associable-choice>`).join('')}</qti-simple-match-set>`
  const choices = ['A', 'B', 'C']
    .map((id) => `<qti-simple-choice identifier="${id}">text ${id}</qti-simple-choice>`)
    .join('')
  it('reads identifiers that entities turn into members of every object as plain names', async () => {
    const encode = (text: string) =>
      text.replaceAll(/[_a-z]/g, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`)
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(encode)
    const known = (tag: string) =>
      names.map((id, at) => `<${tag} identifier="${id}">text ${at}</${tag}>`).join('')
    const choice = await readOne(
      'qti',
      item30(
        declared([names[0] ?? ''], 'single'),
        `<qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>Which?</qti-prompt>${known('qti-simple-choice')}</qti-choice-interaction>`,
      ),
    )
    expect(choice?.question).toMatchObject({
      options: [{ correct: true }, { correct: false }, { correct: false }, { correct: false }],
    })
    const order = await readOne(
      'qti',
      item30(
        declared(names.toReversed(), 'ordered'),
        `<p>Order.</p><qti-order-interaction response-identifier="RESPONSE">${known('qti-simple-choice')}</qti-order-interaction>`,
      ),
    )
    expect(order?.question).toMatchObject({
      items: [{ text: 'text 3' }, { text: 'text 2' }, { text: 'text 1' }, { text: 'text 0' }],
    })
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['identifier']).toBeUndefined()
  })

  it.each<[string, string, object]>([
    [
      'several right answers',
      item30(
        declared(['A', 'C'], 'multiple'),
        `<qti-choice-interaction response-identifier="RESPONSE" max-choices="0"><qti-prompt>Which?</qti-prompt>${choices}</qti-choice-interaction>`,
      ),
      {
        kind: 'multiple',
        prompt: 'Which?',
        options: [{ correct: true }, { correct: false }, { correct: true }],
      },
    ],
    [
      'an ordering',
      item30(
        declared(['C', 'A', 'B'], 'ordered'),
        `<p>Order.</p><qti-order-interaction response-identifier="RESPONSE">${choices}</qti-order-interaction>`,
      ),
      { kind: 'ordering', items: [{ text: 'text C' }, { text: 'text A' }, { text: 'text B' }] },
    ],
    [
      'a matching',
      item30(
        declared(['A X', 'B Y'], 'multiple', 'directedPair'),
        `<p>Match.</p><qti-match-interaction response-identifier="RESPONSE">${set(['A', 'B'])}${set(['X', 'Y', 'Z'])}</qti-match-interaction>`,
      ),
      { kind: 'matching', pairs: [{ right: { text: 'text X' } }, {}], extra: [{ text: 'text Z' }] },
    ],
    [
      'a text gap',
      item30(
        declared(
          ['York'],
          'single',
          'string',
          '<qti-mapping default-value="0"><qti-map-entry map-key="York" mapped-value="1"/><qti-map-entry map-key="yoork" mapped-value="0.5"/></qti-mapping>',
        ),
        `<p>Son of <qti-text-entry-interaction response-identifier="RESPONSE"/> he was.</p>`,
      ),
      { kind: 'short', prompt: 'Son of _____ he was.', accepted: ['York'] },
    ],
    [
      'a number gap',
      item30(
        declared(['12.5'], 'single', 'float'),
        `<p>Length? <qti-text-entry-interaction response-identifier="RESPONSE"/></p>`,
        `<qti-response-processing><qti-response-condition><qti-response-if><qti-equal tolerance-mode="absolute" tolerance="0.5 0.5"/></qti-response-if></qti-response-condition></qti-response-processing>`,
      ),
      { kind: 'numeric', prompt: 'Length?', value: 12.5, tolerance: 0.5 },
    ],
    [
      'true and false',
      item30(
        declared(['false']),
        `<p>Sure?</p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="true">Yes</qti-simple-choice><qti-simple-choice identifier="false">No</qti-simple-choice></qti-choice-interaction>`,
      ),
      { kind: 'true_false', answer: false },
    ],
  ])('reads %s in version 3.0', async (_, text, question) => {
    expect(withoutIds((await readOne('qti', text))?.question)).toMatchObject(question)
  })

  it('reports an unsupported interaction', async () => {
    const essay = item30(
      declared([]),
      '<p>Write.</p><qti-extended-text-interaction response-identifier="RESPONSE"/>',
    )
    expect((await readOne('qti', essay))?.issues).toEqual([
      { code: 'kind_unsupported', field: 'kind', detail: 'extendedTextInteraction' },
    ])
  })

  it('reads a package in manifest order and reports a broken item', async () => {
    const manifest = `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>
      <resource identifier="2" type="imsqti_item_xmlv2p1" href="items/b.xml"/><resource identifier="1" href="items/a.xml"/></resources></manifest>`
    const zip = rawZip([
      { name: 'imsmanifest.xml', content: manifest },
      { name: 'items/a.xml', content: choice21 },
      { name: 'items/b.xml', content: choice21.replace('What does it say?', 'And now?') },
      { name: 'items/broken.xml', content: '<assessmentItem>' },
      { name: 'sign.png', content: 'no xml' },
    ])
    const { rows, issues } = await read('qti', zip)
    expect(rows.map(({ row, question }) => [row, question?.prompt.split('\n').at(-1)])).toEqual([
      [1, 'And now?'],
      [2, 'What does it say?'],
    ])
    expect(issues).toEqual([{ code: 'xml_broken', detail: 'items/broken.xml:1' }])
  })

  it('reads the profiles of a version 1.2 bank', async () => {
    const item = (profile: string, presentation: string, processing: string) =>
      `<item ident="i"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
      <presentation><material><mattext texttype="text/html">&lt;p&gt;Ask ${profile}?&lt;/p&gt;</mattext></material>${presentation}</presentation>
      <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing></item>`
    const label = (id: string, text: string) =>
      `<response_label ident="${id}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`
    const right = (inner: string) =>
      `<respcondition continue="No"><conditionvar>${inner}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>`
    const equal = (value: string) => `<varequal respident="r">${value}</varequal>`
    const text = `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="T"><section ident="s">
    ${item('cc.multiple_choice.v0p1', `<response_lid ident="r" rcardinality="Single"><render_choice>${label('1', 'one')}${label('2', 'two')}</render_choice></response_lid>`, right(equal('2')))}
    ${item('cc.multiple_response.v0p1', `<response_lid ident="r" rcardinality="Multiple"><render_choice>${label('1', 'one')}${label('2', 'two')}${label('3', 'three')}</render_choice></response_lid>`, right(`<and>${equal('1')}${equal('3')}<not>${equal('2')}</not></and>`))}
    ${item('cc.true_false.v0p1', `<response_lid ident="r" rcardinality="Single"><render_choice>${label('t', 'True')}${label('f', 'False')}</render_choice></response_lid>`, right(equal('f')))}
    ${item('cc.fib.v0p1', `<response_str ident="r"><render_fib/></response_str>`, right(equal('Paris')))}
    ${item('cc.essay.v0p1', `<response_str ident="r"><render_fib/></response_str>`, '')}
    </section></assessment></questestinterop>`
    const { rows } = await read('qti', text)
    expect(rows.map((row) => withoutIds(row.question) ?? codes(row))).toMatchObject([
      {
        kind: 'single',
        prompt: 'Ask cc.multiple_choice.v0p1?',
        options: [{ correct: false }, { correct: true }],
      },
      { kind: 'multiple', options: [{ correct: true }, { correct: false }, { correct: true }] },
      { kind: 'true_false', answer: false },
      { kind: 'short', accepted: ['Paris'] },
      ['kind_unsupported'],
    ])
  })
})

describe('format detection', () => {
  it.each<[string, string, QuestionFormat | null]>([
    ['questions.csv', 'kind,prompt', 'csv'],
    ['questions.txt', 'Question;Type;A;B', 'csv'],
    ['questions.txt', '::a:: b {T}', 'gift'],
    ['bank.xml', choice21, 'qti'],
    ['photo.txt', 'just words', null],
  ])('detects the format of %s from name and content', (name, text, format) => {
    expect(formatOf(Buffer.from(text), name)).toBe(format)
  })
})

describe('messages about a file', () => {
  it('reports the encoding of a table that is not UTF-8', async () => {
    const bytes = Buffer.from('kind,prompt,answer\nshort,Qu\u00e9 es?,s\u00ed\n', 'latin1')

    expect(formatOf(bytes, 'questions.csv')).toBe('csv')
    expect((await parseQuestions('csv', bytes)).issues).toEqual([{ code: 'file_not_text' }])
    // Files of other programs are not taken for tables.
    expect(formatOf(bytes, 'questions.doc')).toBeNull()
  })

  it('names file and line of truncated XML', async () => {
    const bytes = Buffer.from('<assessmentItem>\n<p>Hi</assessmentItem>')

    const { issues } = await parseQuestions('qti', bytes, { name: 'algebra.xml' })

    expect(issues).toEqual([{ code: 'xml_broken', detail: 'algebra.xml:2' }])
  })

  it('names the package limit for questions', async () => {
    const bytes = rawZip([{ name: 'q.xml', content: 'x', size: 65 * 1024 ** 2 }])

    expect((await parseQuestions('qti', bytes)).issues).toEqual([{ code: 'file_unpacks_too_large' }])
  })

  it('shows how a rejected GIFT question begins', async () => {
    const { rows } = await read('gift', '::T:: Broken question {=yes ~no\n\nWrite an essay {}\n')

    expect(rows.map(({ begins }) => begins)).toEqual(['Broken question', 'Write an essay'])
  })
})
