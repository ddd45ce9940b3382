/** Steps between the values of an axis, smallest first. Beyond the last one they grow by 1, 2 and 5. */
export const COUNT_STEPS = [1, 2, 5, 10, 20, 25, 50, 100] as const
/** In hours: 5, 15 and 30 minutes, then whole hours. */
export const HOUR_STEPS = [1 / 12, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 50, 100] as const

const INTERVALS_MAX = 4

/** The values of an axis from zero to at least `most`, in equal steps that people count in. */
export const axisValues = (most: number, steps: readonly number[]): number[] => {
  const fits = (step: number) => most / step <= INTERVALS_MAX
  let step = steps.find(fits) ?? steps.at(-1) ?? 1
  for (let grown = 0; !fits(step); grown += 1) step *= grown % 3 === 1 ? 2.5 : 2
  const intervals = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: intervals + 1 }, (_, index) => index * step)
}
