/** Keeps a core busy until whoever started it is gone. */
process.on('disconnect', () => process.exit());
const SPELL = 50;

function spin() {
  const end = performance.now() + SPELL;
  while (performance.now() < end);
  setImmediate(spin);
}
spin();
