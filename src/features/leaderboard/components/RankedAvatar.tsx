import { Avatar } from '#src/shared/ui/content/Avatar.tsx'

const METALS = ['gold', 'silver', 'bronze'] as const

/** An avatar with a medal for the first three ranks. The medal is decoration: the rank stands beside it as a number. */
export const RankedAvatar = ({ name, rank, size }: { name: string; rank: number; size: number }) => {
  const metal = METALS[rank - 1]
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar name={name} size={size} />
      {metal && <Medal metal={metal} />}
    </span>
  )
}

const Medal = ({ metal }: { metal: (typeof METALS)[number] }) => {
  const edge = `var(--decor-${metal}-edge)`
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      className="absolute -end-2 -bottom-1.5"
      data-medal={metal}
    >
      <path d="m6 1 4 9h4l4-9h-4.5L12 5l-1.5-4Z" fill="var(--primary)" stroke="var(--surface-raised)" />
      <circle cx="12" cy="15" r="7.5" fill={`var(--decor-${metal})`} stroke={edge} strokeWidth="1.5" />
      <path
        d="m12 10.8 1.3 2.7 2.9.4-2.1 2.1.5 2.9-2.6-1.4-2.6 1.4.5-2.9-2.1-2.1 2.9-.4Z"
        fill={edge}
        opacity="0.85"
      />
    </svg>
  )
}
