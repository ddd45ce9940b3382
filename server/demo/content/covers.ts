/** Course covers as small SVGs: a two-tone background and one motif that fits the subject. */
import type { CoverStyle } from './course-kit.ts'

const WIDTH = 640
const HEIGHT = 360

const interpolate = (index: number, count: number, from: number, to: number) =>
  from + ((to - from) * index) / (count - 1)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const motifs: Record<CoverStyle['motif'], () => string> = {
  grid: () =>
    range(15)
      .map((i) => {
        const [column, row] = [i % 5, Math.floor(i / 5)]
        const strong = i === 7 || i === 13
        return `<rect x="${150 + column * 70}" y="${90 + row * 62}" width="60" height="52" rx="8" fill="#fff" opacity="${strong ? 0.95 : 0.28}"/>`
      })
      .join(''),
  bars: () =>
    [70, 120, 95, 165, 205]
      .map(
        (height, i) =>
          `<rect x="${150 + i * 72}" y="${285 - height}" width="48" height="${height}" rx="8" fill="#fff" opacity="${i === 4 ? 0.95 : 0.4}"/>`,
      )
      .join('') + '<rect x="130" y="290" width="380" height="5" rx="2.5" fill="#fff" opacity=".8"/>',
  rings: () =>
    [130, 95, 60]
      .map(
        (r, i) =>
          `<circle cx="320" cy="180" r="${r}" fill="none" stroke="#fff" stroke-width="16" opacity="${0.3 + i * 0.3}"/>`,
      )
      .join(''),
  code: () =>
    [230, 310, 180, 260, 120]
      .map(
        (width, i) =>
          `<rect x="${170 + (i % 3 === 1 ? 40 : 0)}" y="${92 + i * 40}" width="${width}" height="18" rx="9" fill="#fff" opacity="${i === 1 ? 0.95 : 0.4}"/>`,
      )
      .join(''),
  curve: () => {
    const points = range(41).map((i) => {
      const x = interpolate(i, 41, 110, 530)
      return `${x.toFixed(1)},${(280 - 190 * Math.exp(-(((x - 320) / 92) ** 2))).toFixed(1)}`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round"/><path d="M320 95V285" stroke="#fff" stroke-width="5" opacity=".6"/>`
  },
  speech: () =>
    '<path d="M150 100h240a24 24 0 0 1 24 24v72a24 24 0 0 1-24 24H230l-46 42v-42h-34a24 24 0 0 1-24-24v-72a24 24 0 0 1 24-24z" fill="#fff" opacity=".92"/><path d="M446 160h60a20 20 0 0 1 20 20v62a20 20 0 0 1-20 20h-16v32l-36-32H340a20 20 0 0 1-20-20h94a32 32 0 0 0 32-32z" fill="#fff" opacity=".45"/>',
  steps: () =>
    range(5)
      .map(
        (i) =>
          `<rect x="${130 + i * 78}" y="${245 - i * 38}" width="70" height="${45 + i * 38}" rx="8" fill="#fff" opacity="${0.3 + i * 0.16}"/>`,
      )
      .join(''),
  link: () =>
    range(4)
      .map(
        (i) =>
          `<rect x="120" y="${92 + i * 48}" width="140" height="38" rx="8" fill="#fff" opacity="${i === 1 ? 0.95 : 0.35}"/>`,
      )
      .join('') +
    range(3)
      .map(
        (i) =>
          `<rect x="380" y="${116 + i * 48}" width="140" height="38" rx="8" fill="#fff" opacity="${i === 2 ? 0.95 : 0.35}"/>`,
      )
      .join('') +
    '<path d="M264 159C320 159 320 231 376 231" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>',
}

export const coverSvg = ({ motif, hue }: CoverStyle): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 62% 42%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 58% 30%)"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><circle cx="560" cy="40" r="150" fill="#fff" opacity=".06"/><circle cx="60" cy="340" r="190" fill="#fff" opacity=".05"/>${motifs[motif]()}</svg>`
