import { encode } from 'uqr'

/** The empty edge that ISO 18004 asks for. */
const QUIET_MODULES = 4

/** A QR code as SVG. Medium error correction: a print may be folded or smudged. */
export const qrSvg = (text: string): string => {
  const { data, size } = encode(text, { border: QUIET_MODULES, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${squares.join('')}"/></svg>`
  )
}
