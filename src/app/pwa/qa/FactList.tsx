import { Card } from '#src/shared/ui/content/Card.tsx'
import type { Group } from './report.ts'

/** One group of facts; long addresses break instead of pushing the page wide. */
export const FactList = ({ title, rows }: Group) => (
  <Card as="section" className="min-w-0">
    <h2 className="text-lg font-semibold">{title}</h2>
    <dl className="mt-3 divide-y divide-line text-sm">
      {rows.map(({ label, value, code }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <dt className="text-ink-muted" dir="auto">
            {label}
          </dt>
          <dd className="min-w-0 font-medium wrap-anywhere" dir={code ? 'ltr' : 'auto'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)
