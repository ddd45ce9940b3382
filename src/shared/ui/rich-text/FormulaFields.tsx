import { useRef, useState } from 'react'
import { Checkbox } from '../forms/Checkbox.tsx'
import { Field } from '../forms/Field.tsx'
import { Maths, useTexReader } from '../content/Maths.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { formulaAt, putFormula, unknownCommands } from './formula.ts'
import { Buttons, selectedText, swallowEnter, type PanelProps } from './panel-parts.tsx'

const TEX_MAX = 1000

/** What is asked for most, with what is written for it; the cursor comes to rest in the first pair of braces. */
const SAMPLES = [
  { key: 'mathFraction', shows: '\\frac{a}{b}', writes: '\\frac{}{}' },
  { key: 'mathPower', shows: 'x^2', writes: '^{}' },
  { key: 'mathIndex', shows: 'x_i', writes: '_{}' },
  { key: 'mathRoot', shows: '\\sqrt{x}', writes: '\\sqrt{}' },
  { key: 'mathSum', shows: '\\sum', writes: '\\sum_{}^{} ' },
  { key: 'mathIntegral', shows: '\\int', writes: '\\int_{}^{} ' },
  { key: 'mathAtMost', shows: '\\le', writes: '\\le ' },
  { key: 'mathPi', shows: '\\pi', writes: '\\pi ' },
] as const

/** A formula in TeX, drawn while it is written; in the line or in one of its own. */
export const FormulaFields = ({ editor, text, onClose }: PanelProps) => {
  const [was] = useState(() => formulaAt(editor))
  const [tex, setTex] = useState(() => was?.tex ?? withoutDollars(selectedText(editor)))
  const [block, setBlock] = useState(was?.block ?? false)
  const field = useRef<HTMLInputElement>(null)
  const readTex = useTexReader()
  const tree = readTex?.(tex, block) ?? null
  const unknown = tree ? unknownCommands(tree) : []
  const isUnfinished = readTex !== null && tree === null && tex.trim() !== ''
  const put = () => {
    if (tex.trim() === '') return
    putFormula(editor, { tex: tex.trim(), block })
    onClose()
  }
  const add = (writes: string) => {
    const input = field.current
    if (!input || tex.length + writes.length > TEX_MAX) return
    const from = input.selectionStart ?? tex.length
    input.setRangeText(writes, from, input.selectionEnd ?? from, 'end')
    setTex(input.value)
    input.focus()
    const inside = writes.indexOf('{}')
    const at = from + (inside < 0 ? writes.length : inside + 1)
    // After React has put the value back, which moves the cursor to the end.
    requestAnimationFrame(() => input.setSelectionRange(at, at))
  }
  const remove = () => {
    editor.chain().focus().deleteSelection().run()
    onClose()
  }
  return (
    <>
      <Field label={text('formulaTex')}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={TEX_MAX}
            className="font-mono text-sm"
            value={tex}
            placeholder="\frac{a}{b}"
            onChange={(event) => setTex(event.target.value)}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') put()
            }}
          />
        )}
      </Field>
      <div role="group" aria-label={text('formulaSigns')} className="formula-fields flex flex-wrap gap-1">
        {SAMPLES.map(({ key, shows, writes }) => (
          <button
            key={key}
            type="button"
            aria-label={text(key)}
            title={text(key)}
            className="grid size-11 place-items-center rounded-md border border-line hover:border-line-strong"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(writes)}
          >
            <Maths tex={shows} />
          </button>
        ))}
      </div>
      {tex.trim() !== '' && (
        <div
          role="group"
          aria-label={text('formulaPreview')}
          className="formula-fields overflow-x-auto rounded-md border border-line bg-surface px-3 py-2 text-lg"
        >
          <Maths tex={tex} block={block} />
        </div>
      )}
      <p role="status" className="text-sm text-warning-text empty:hidden">
        {isUnfinished && text('formulaUnfinished')}
        {unknown.length > 0 && (
          <>
            {text('formulaUnknown')} <bdi className="font-mono">{unknown.join(' ')}</bdi>
          </>
        )}
      </p>
      <Checkbox
        label={text('formulaOwnLine')}
        checked={block}
        onChange={(event) => setBlock(event.target.checked)}
      />
      <Buttons
        text={text}
        action={was ? 'apply' : 'insert'}
        disabled={tex.trim() === ''}
        onAction={put}
        onClose={onClose}
        {...(was ? { removal: 'removeFormula' as const, onRemove: remove } : {})}
      />
    </>
  )
}

/** As questions are typed: $x$. */
const withoutDollars = (words: string): string => words.trim().replace(/^\$+|\$+$/g, '')
