interface Props {
  x: number
  y: number
  size?: number
  /** Looks to the left instead of the right. */
  flipped?: boolean
  mood?: 'awake' | 'asleep' | 'happy'
  /** Degrees; positive lifts the wing. */
  wing?: number
}

const BODY = 'var(--primary)'
const SHADE = 'color-mix(in srgb, var(--primary) 72%, black)'
const BEAK = { fill: 'var(--decor-gold)', stroke: 'var(--decor-gold-edge)', strokeWidth: 1.5 }

const EYES = {
  awake: (
    <>
      <circle cx="0" cy="-9" r="5.5" fill="white" />
      <circle cx="14" cy="-9" r="5" fill="white" />
      <circle cx="1.5" cy="-8.5" r="2.7" fill="black" />
      <circle cx="15.2" cy="-8.5" r="2.5" fill="black" />
    </>
  ),
  asleep: <path d="M-5 -8c2 3 7 3 9 0M10 -8c2 3 6 3 8 0" stroke="white" strokeWidth="2.2" />,
  happy: <path d="M-5 -7c2 -5 7 -5 9 0M10 -7c2 -5 6 -5 8 0" stroke="white" strokeWidth="2.4" />,
}

/** The bird of the illustrations: the client's colour with a gold beak, about 50 units high, its middle at x and y. */
export const Bird = ({ x, y, size = 1, flipped = false, mood = 'awake', wing = 0 }: Props) => (
  <g transform={`translate(${x} ${y}) scale(${flipped ? -size : size} ${size})`} stroke="none">
    <path d="M-7 22v8M6 22v8M-11 31h7M2 31h7" stroke="var(--decor-gold-edge)" strokeWidth="2.4" fill="none" />
    <path d="M-17 8c-11 0-17 6-20 13 9 3 18 1 25-5Z" fill={SHADE} />
    <path d="M1 -24c-4-5-3-11 2-14 0 4 2 6 6 6-1 4-3 7-8 8Z" fill={SHADE} />
    <path d="M1 -26c14 0 23 11 23 25S15 25 1 25-23 14-23 0-13-26 1-26Z" fill={BODY} />
    <ellipse cx="7" cy="10" rx="12.5" ry="12" fill="white" opacity="0.88" />
    {EYES[mood]}
    <path d="M6 -4c5-2 9 0 12 3-3 3-8 5-12 3-2-2-2-4 0-6Z" {...BEAK} />
    <circle cx="-4" cy="-1" r="3.4" fill="var(--decor-flame)" opacity="0.45" />
    <path d="M-19 -1c-4 13 5 20 15 17 0-9-5-16-15-17Z" transform={`rotate(${wing} -18 0)`} fill={SHADE} />
  </g>
)
