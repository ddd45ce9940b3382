import { Fragment } from 'react'
import { cx } from '../../lib/cx.ts'
import { questionBlocks, type TextBlock, type TextPart } from '../../lib/text/question-text.ts'
import { Maths } from './Maths.tsx'

type Props = { text: string; className?: string | undefined }

/**
 * Words of a question with their code, formulas and tables. Only spans: it stands in legends, headings and labels too.
 * Figures, code and formulas alone give the line no direction: it goes with the page.
 */
export const QuestionText = ({ text, className }: Props) => {
  const blocks = questionBlocks(text)
  return (
    <span
      dir={blocks.some(hasWords) ? 'auto' : undefined}
      className={cx('block min-w-0 whitespace-pre-line break-words', className)}
    >
      {blocks.map((block, nth) => (
        <Block key={nth} block={block} />
      ))}
    </span>
  )
}

const isWord = ({ kind, text }: TextPart) => kind === 'words' && /\p{L}/u.test(text)
const hasWords = (block: TextBlock): boolean =>
  block.kind === 'text'
    ? block.parts.some(isWord)
    : [block.head ?? [], ...block.rows].some((row) => row.some((cell) => cell.some(isWord)))

const Block = ({ block }: { block: TextBlock }) => {
  if (block.kind === 'text') return <Parts parts={block.parts} />
  const { head, rows } = block
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keyboard (WCAG 2.1.1)
    <span className="my-3 block max-w-full overflow-x-auto text-base font-normal" tabIndex={0}>
      <span role="table" className="table border-collapse text-start">
        {head && <Row cells={head} role="columnheader" className="font-semibold" />}
        {rows.map((cells, nth) => (
          <Row key={nth} cells={cells} role="cell" />
        ))}
      </span>
    </span>
  )
}

type RowProps = { cells: readonly (readonly TextPart[])[]; role: 'cell' | 'columnheader'; className?: string }

const Row = ({ cells, role, className }: RowProps) => (
  <span role="row" className={cx('table-row', className)}>
    {cells.map((parts, nth) => (
      <span key={nth} role={role} className="table-cell border border-line px-3 py-1.5 tabular-nums">
        <Parts parts={parts} />
      </span>
    ))}
  </span>
)

const Parts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ kind, text }, nth) => {
    if (kind === 'code')
      return (
        <code
          key={nth}
          dir="ltr"
          className="inline-block max-w-full rounded bg-surface-sunken px-1.5 py-0.5 text-[0.9em]"
        >
          {text}
        </code>
      )
    if (kind === 'maths') return <Maths key={nth} tex={text} />
    if (kind === 'sum')
      return (
        <bdi key={nth} dir="ltr">
          {text}
        </bdi>
      )
    return <Fragment key={nth}>{text}</Fragment>
  })
