import { useRef, useState } from 'react'
import { Checkbox } from '../forms/Checkbox.tsx'
import { Field } from '../forms/Field.tsx'
import { Maths, useTexReader } from '../content/Maths.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { selectedFormula, insertFormula, unknownCommands } from './formula.ts'
import { PanelButtons, selectedText, swallowEnter, type PanelProps } from './panel-parts.tsx'

const TEX_MAX = 1000

/**
 * Common formulas: what the button shows and what it inserts. The cursor moves into the first pair of braces.
 */
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

/** Edits a TeX formula with a live preview, inline or on its own line. */
export const FormulaFields = ({ editor, text, onClose }: PanelProps) => {
  const [selected] = useState(() => selectedFormula(editor))
  const [tex, setTex] = useState(() => selected?.tex ?? withoutDollars(selectedText(editor)))
  const [block, setBlock] = useState(selected?.block ?? false)
  const field = useRef<HTMLInputElement>(null)
  const apply = () => {
    if (tex.trim() === '') return
    insertFormula(editor, { tex: tex.trim(), block })
    onClose()
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
              if (event.key === 'Enter') apply()
            }}
          />
        )}
      </Field>
      <Samples text={text} onAdd={(writes) => insertAtCursor(field.current, writes, setTex)} />
      {tex.trim() !== '' && (
        <div
          role="group"
          aria-label={text('formulaPreview')}
          className="formula-fields overflow-x-auto rounded-md border border-line bg-surface px-3 py-2 text-lg"
        >
          <Maths tex={tex} block={block} />
        </div>
      )}
      <Status text={text} tex={tex} block={block} />
      <Checkbox
        label={text('formulaOwnLine')}
        checked={block}
        onChange={(event) => setBlock(event.target.checked)}
      />
      <PanelButtons
        text={text}
        action={selected ? 'apply' : 'insert'}
        disabled={tex.trim() === ''}
        onAction={apply}
        onClose={onClose}
        {...(selected ? { removal: 'removeFormula' as const, onRemove: remove } : {})}
      />
    </>
  )
}

type TextProps = Pick<PanelProps, 'text'>

/** Buttons that insert common formulas. */
const Samples = ({ text, onAdd }: TextProps & { onAdd: (writes: string) => void }) => (
  <div role="group" aria-label={text('formulaSigns')} className="formula-fields flex flex-wrap gap-1">
    {SAMPLES.map(({ key, shows, writes }) => (
      <button
        key={key}
        type="button"
        aria-label={text(key)}
        title={text(key)}
        className="grid size-11 place-items-center rounded-md border border-line hover:border-line-strong"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onAdd(writes)}
      >
        <Maths tex={shows} />
      </button>
    ))}
  </div>
)

/** Says that the formula is unfinished, or which commands are unknown. */
const Status = ({ text, tex, block }: TextProps & { tex: string; block: boolean }) => {
  const readTex = useTexReader()
  const tree = readTex?.(tex, block) ?? null
  const unknown = tree ? unknownCommands(tree) : []
  const isUnfinished = readTex !== null && tree === null && tex.trim() !== ''
  return (
    <p role="status" className="text-sm text-warning-text empty:hidden">
      {isUnfinished && text('formulaUnfinished')}
      {unknown.length > 0 && (
        <>
          {text('formulaUnknown')} <bdi className="font-mono">{unknown.join(' ')}</bdi>
        </>
      )}
    </p>
  )
}

/** Replaces the selection, and moves the cursor into the first pair of braces. */
const insertAtCursor = (
  input: HTMLInputElement | null,
  writes: string,
  onInserted: (tex: string) => void,
) => {
  if (!input || input.value.length + writes.length > TEX_MAX) return
  const from = input.selectionStart ?? input.value.length
  input.setRangeText(writes, from, input.selectionEnd ?? from, 'end')
  onInserted(input.value)
  input.focus()
  const braces = writes.indexOf('{}')
  const cursor = from + (braces < 0 ? writes.length : braces + 1)
  // After React has set the value, which moves the cursor to the end.
  requestAnimationFrame(() => input.setSelectionRange(cursor, cursor))
}

/** Question texts write formulas as $x$. */
const withoutDollars = (source: string): string => source.trim().replace(/^\$+|\$+$/g, '')
