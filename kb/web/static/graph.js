// Layout of a dependency graph, left to right: what is needed stands left of what needs it. Pure; no page is touched.
// Layers by longest path; long edges get a bend in every layer they cross, so that they pass between boxes, not through them.

export const BOX = { width: 136, height: 58, across: 42, down: 14, bend: 12 };

// Edges that close a circle are turned for the layout; those that most sources state are kept as they are.
function acyclic(nodes, edges) {
  const out = new Map(nodes.map((node) => [node.id, new Set()]));
  const reaches = (from, to, seen = new Set()) => from === to || (!seen.has(from) && seen.add(from) && [...out.get(from)].some((next) => reaches(next, to, seen)));
  const weight = (edge) => (edge.polarity === "denied" ? -1 : edge.documents * 100 + edge.quotes.length);
  const known = edges.filter((edge) => out.has(edge.source) && out.has(edge.target) && edge.source !== edge.target);
  return [...known].sort((a, b) => weight(b) - weight(a) || (a.source + a.target < b.source + b.target ? -1 : 1)).map((edge) => {
    const turned = reaches(edge.source, edge.target);
    const [from, to] = turned ? [edge.source, edge.target] : [edge.target, edge.source];
    out.get(from).add(to);
    return { edge, turned, from, to };
  });
}

function depths(nodes, links) {
  const into = new Map(nodes.map((node) => [node.id, []]));
  links.forEach((link) => into.get(link.to).push(link.from));
  const depth = new Map();
  const visit = (id) => {
    if (!depth.has(id)) depth.set(id, Math.max(-1, ...into.get(id).map(visit)) + 1);
    return depth.get(id);
  };
  nodes.forEach((node) => visit(node.id));
  // What needs nothing stands right before the first that needs it, not at the far left.
  for (const node of nodes) {
    const near = links.filter((link) => link.from === node.id).map((link) => depth.get(link.to));
    if (!into.get(node.id).length && near.length) depth.set(node.id, Math.min(...near) - 1);
  }
  const first = Math.min(...depth.values());
  return new Map([...depth].map(([id, layer]) => [id, layer - first]));
}

// Boxes and bends by layer, and the chain of cells each edge runs through.
function cells(nodes, links, depth) {
  const layers = [];
  const put = (cell) => { (layers[cell.layer] ??= []).push(cell); return cell; };
  const box = new Map(nodes.map((node) => [node.id, put({ id: node.id, node, layer: depth.get(node.id), near: [] })]));
  const chains = links.map((link) => {
    const chain = [box.get(link.from)];
    for (let layer = depth.get(link.from) + 1; layer < depth.get(link.to); layer += 1) chain.push(put({ id: `${link.from}>${link.to}@${layer}`, layer, near: [] }));
    chain.push(box.get(link.to));
    chain.slice(1).forEach((cell, i) => { cell.near.push(chain[i]); chain[i].near.push(cell); });
    return chain;
  });
  return { layers, box, chains };
}

function place(layers) {
  const size = (cell) => (cell.node ? BOX.height + BOX.down : BOX.bend);
  const stack = (layer) => { let y = 0; for (const cell of layer) { cell.y = y + size(cell) / 2; y += size(cell); } };
  layers.forEach((layer) => { layer.sort((a, b) => (a.id < b.id ? -1 : 1)); stack(layer); });
  for (let round = 0; round < 12; round += 1) {
    const forward = round % 2 === 0;
    for (const layer of forward ? layers : [...layers].reverse()) {
      for (const cell of layer) {
        const seen = cell.near.filter((other) => (forward ? other.layer < cell.layer : other.layer > cell.layer));
        cell.wish = seen.length ? seen.reduce((sum, other) => sum + other.y, 0) / seen.length : cell.y;
      }
      layer.sort((a, b) => a.wish - b.wish || (a.id < b.id ? -1 : 1));
      spread(layer, size);
    }
  }
  const top = Math.min(...layers.flat().map((cell) => cell.y - size(cell) / 2));
  layers.flat().forEach((cell) => { cell.y += 16 - top; });
}

// Cells as near to where they wish to be as their neighbours' sizes allow.
function spread(layer, size) {
  const groups = [];
  for (const cell of layer) {
    let group = { cells: [cell], size: size(cell), centre: cell.wish };
    while (groups.length && groups.at(-1).centre + groups.at(-1).size / 2 > group.centre - group.size / 2) {
      const before = groups.pop();
      const total = before.cells.length + group.cells.length;
      group = { cells: [...before.cells, ...group.cells], size: before.size + group.size, centre: (before.centre * before.cells.length + group.centre * group.cells.length) / total };
    }
    groups.push(group);
  }
  for (const group of groups) {
    let y = group.centre - group.size / 2;
    for (const cell of group.cells) { cell.y = y + size(cell) / 2; y += size(cell); }
  }
}

// -> { boxes: [{node, x, y}], ways: [{edge, path}], width, height }; x and y are a box's left top corner.
export function layered(nodes, edges) {
  const links = acyclic(nodes, edges);
  const { layers, chains } = cells(nodes, links, depths(nodes, links));
  place(layers);
  const left = (cell) => 20 + cell.layer * (BOX.width + BOX.across);
  const boxes = layers.flat().filter((cell) => cell.node).map((cell) => ({ node: cell.node, x: left(cell), y: cell.y - BOX.height / 2 }));
  const ways = links.map((link, i) => ({ edge: link.edge, turned: link.turned, path: line(chains[i], left, link.turned) }));
  return { boxes, ways, width: 40 + layers.length * (BOX.width + BOX.across) - BOX.across, height: Math.max(...layers.flat().map((cell) => cell.y + BOX.height / 2)) + 20 };
}

// A smooth way through the cells; a turned edge is drawn from its real beginning, so that its arrow tells the truth.
function line(chain, left, turned) {
  const stops = [];
  chain.forEach((cell, i) => {
    if (i > 0) stops.push([left(cell) - 2, cell.y]);
    if (i < chain.length - 1) stops.push([left(cell) + BOX.width, cell.y]);
  });
  const way = turned ? stops.reverse() : stops;
  let path = `M${way[0][0]} ${way[0][1].toFixed(1)}`;
  for (let i = 1; i < way.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [way[i - 1], way[i]];
    const middle = (x1 + x2) / 2;
    path += Math.abs(y1 - y2) < 0.5 ? `L${x2} ${y2.toFixed(1)}` : `C${middle} ${y1.toFixed(1)} ${middle} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}`;
  }
  return path;
}
