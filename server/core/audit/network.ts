import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address (/24 or /48): enough to notice another location, too little to track a person (trust
 * 8.8). Null for invalid addresses.
 */
export const networkOf = (ip: string): string | null => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0`
  const withoutZone = ip.split('%')[0] ?? ''
  if (!isIPv6(withoutZone)) return null
  const [head = '', tail] = withoutZone.split('::')
  const leading = head === '' ? [] : head.split(':')
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? leading
      : [
          ...leading,
          ...Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0'),
          ...trailing,
        ]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`
}
