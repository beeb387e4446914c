export async function main(_args: readonly string[], _io: unknown): Promise<number> {
  return 0;
}
