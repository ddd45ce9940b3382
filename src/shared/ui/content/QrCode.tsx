import { useMemo } from 'react'
import { encode } from 'uqr'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { text: string; label: string; className: string }

/** Drawn here, so that the text goes to no other site. Black on white in every appearance, because cameras need it. */
export const QrCode = ({ text, label, className }: Props) => {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { border: 2 })
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { size: modules, path: squares.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('block', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
