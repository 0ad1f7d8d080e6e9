const memorySection = 5;
const pageBytes = 65_536;

/**
 * Returns a WebAssembly module whose memory cannot grow beyond a number of bytes. V8 does not count such memory among what a
 * thread holds, so that the limit must be in the module. The module must declare one memory of 32 bits.
 * @param module in the binary format (WebAssembly Core Specification 5.5.8)
 */
export function limitMemory(module: Uint8Array, bytes: number): Uint8Array {
  const numbers = numbersAt(module);
  for (let start = 8; start < module.length; ) {
    const size = numbers(start + 1);
    const end = size.end + size.value;
    if (module[start] === memorySection) {
      const minimum = numbers(size.end + 2);
      // One memory with a minimum and a maximum.
      const section = [1, 1, ...leb128(minimum.value), ...leb128(Math.floor(bytes / pageBytes))];
      return Buffer.concat([
        module.subarray(0, start),
        Uint8Array.of(memorySection, ...leb128(section.length), ...section),
        module.subarray(end),
      ]);
    }
    start = end;
  }
  throw new Error('The module declares no memory.');
}

/** Reads an unsigned number in LEB128, which takes at most five bytes here. */
const numbersAt = (bytes: Uint8Array) => (start: number) => {
  let [value, end] = [0, start];
  for (let weight = 1; ; weight *= 128) {
    const byte = bytes[end++]!;
    value += (byte % 128) * weight;
    if (byte < 128) return { value, end };
  }
};

const leb128 = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...leb128(Math.floor(value / 128))];
