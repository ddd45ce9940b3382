import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, /24 or /48: enough to see "from elsewhere", too little to follow a person (TRUST §8.8).
 * Null for anything that is no address.
 */
export const networkOf = (ip: string): string | null => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0`
  const bare = ip.split('%')[0] ?? ''
  if (!isIPv6(bare)) return null
  const [head = '', tail] = bare.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`
}
